#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace foreweave {

namespace {

std::string amount(double n) {
  return n < 1e4 ? fmt::format("{:.0f}", n) : fmt::format("{:.1f} million", n / 1e6);
}

std::string duration(double seconds) {
  const auto whole = static_cast<uint64_t>(std::ceil(seconds));
  return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 59) / 60);
}

std::string_view name(Progress::Unit unit) {
  switch (unit) {
    case Progress::Unit::none:
      return "";
    case Progress::Unit::bytes:
      return "MB";
    case Progress::Unit::events:
      return "events";
    case Progress::Unit::searches:
      return "searches";
    case Progress::Unit::possible_bugs:
      return "possible bugs";
    case Progress::Unit::findings:
      return "findings";
  }
  return "";
}

}  // namespace

std::string progress_line(std::string_view what, Progress::Unit unit, uint64_t done, uint64_t total,
                          double seconds) {
  std::string line(what);
  if (unit == Progress::Unit::none || (done == 0 && total == 0))
    return fmt::format("{} ({})", line, duration(seconds));
  const double rate = static_cast<double>(done) / std::max(seconds, 0.001);
  const bool in_bytes = unit == Progress::Unit::bytes;
  const auto shown = [&](double n) {
    return in_bytes ? fmt::format("{:.1f}", n / 1e6) : amount(n);
  };
  line += fmt::format(": {}", shown(static_cast<double>(done)));
  if (total > 0) line += fmt::format(" of {}", shown(static_cast<double>(total)));
  line += fmt::format(" {}", name(unit));
  if (done == 0) return fmt::format("{} ({})", line, duration(seconds));
  line += rate >= 1 ? fmt::format(", {}{}/s", shown(rate), in_bytes ? " MB" : "")
                    : fmt::format(", {} each", duration(1 / rate));
  if (total > done)
    line += fmt::format(", {} left", duration(static_cast<double>(total - done) / rate));
  return line;
}

Progress::Progress(std::string what, Unit unit, std::function<uint64_t()> look)
    : what_(std::move(what)), unit_(unit), look_(std::move(look)) {
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
    if (look_) meter_.reach(look_());
    fmt::print(stderr, "\r\x1b[K{}",
               progress_line(what_, unit_, meter_.done(), meter_.total(), ++seconds));
    std::fflush(stderr);
  }
  if (seconds > 0) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace foreweave
