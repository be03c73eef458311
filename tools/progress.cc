#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace foreweave {

Progress::Progress(std::string what) : what_(std::move(what)) {
  if (::isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_one();
  thread_.join();
}

void Progress::show() {
  std::unique_lock lock(mutex_);
  int seconds = 0;
  while (!ended_changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ended_; })) {
    fmt::print(stderr, "\r\x1b[K{} ({} s)", what_, ++seconds);
    std::fflush(stderr);
  }
  if (seconds > 0) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace foreweave
