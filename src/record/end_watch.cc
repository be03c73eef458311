#include "record/end_watch.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <system_error>

namespace foreweave {

namespace {

// Code that we do not see may have threads of its own, which are about to end the waiting.
constexpr std::chrono::milliseconds kWaitingForEver{200};

// Libc has some for asynchronous input and notifications; libraries may make them without our seeing it.
// They may end what the program's threads wait for.
bool has_threads_of_others(const FwChannel& channel, pid_t program) {
  ptrdiff_t known = 0, all = 0;
  for (const FwThreadBlock& block : channel.blocks) known += block.kernel_id != 0;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", program), error))
    all += !task.path().empty();
  return error || all > known;
}

}  // namespace

bool EndWatch::will_never_end(const FwChannel& channel, pid_t program) {
  const auto now = Clock::now();
  const bool all_wait = __atomic_load_n(&channel.end.all_wait, __ATOMIC_ACQUIRE) != 0;
  if (!all_wait) since_.reset();
  if (all_wait && !since_) since_ = now;
  return all_wait && now - *since_ >= kWaitingForEver && !has_threads_of_others(channel, program);
}

}  // namespace foreweave
