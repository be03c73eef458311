#include "record/program/end_watch.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "record/program/kernel_state.h"
#include "record/program/pipe_ends.h"

namespace foreweave {

namespace {

// Code that we do not see may have threads of its own, which are about to end the waiting.
constexpr std::chrono::milliseconds kWaitingForEver{200};
// And who is in the system may be on its way back.
constexpr std::chrono::milliseconds kReadingForEver{1000};
constexpr std::chrono::milliseconds kOnItsWay{300};

// Every thread waits, some of them for input.
bool all_wait_some_for_input(const FwChannel& channel) {
  bool some = false;
  for (const FwThreadBlock& block : channel.blocks) {
    if (__atomic_load_n(&block.kernel_id, __ATOMIC_ACQUIRE) == 0) continue;
    const bool for_input = __atomic_load_n(&block.waits_file, __ATOMIC_ACQUIRE) != 0;
    if (!for_input && (block.waits_for == 0 || block.wait_may_end)) return false;
    some |= for_input;
  }
  return some && !channel.end.others_may_act;
}

bool input_is_their_own(const FwChannel& channel, pid_t program) {
  for (const FwThreadBlock& block : channel.blocks)
    if (block.kernel_id != 0 && block.waits_file != 0 &&
        !is_pipe_of_its_own(program, static_cast<int>(block.waits_file - 1)))
      return false;
  return true;
}

}  // namespace

bool has_threads_of_others(const FwChannel& channel, pid_t program) {
  ptrdiff_t known = 0, all = 0;
  for (const FwThreadBlock& block : channel.blocks) known += block.kernel_id != 0;
  std::error_code error;
  for (const auto& task :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", program), error))
    // Who has ended without the rest of the program, as main may, is still listed.
    all += kernel_state(program,
                        static_cast<uint32_t>(std::atoi(task.path().filename().c_str()))) != 'Z';
  return error || all > known;
}

bool EndWatch::will_never_end(const FwChannel& channel, pid_t program) {
  const auto now = Clock::now();
  const auto lasts = [&](bool holds, std::optional<Clock::time_point>& since,
                         Clock::duration time) {
    if (!holds) since.reset();
    if (holds && !since) since = now;
    return holds && now - *since >= time;
  };
  const bool all_wait = __atomic_load_n(&channel.end.all_wait, __ATOMIC_ACQUIRE) != 0;
  if (lasts(all_wait, since_, kWaitingForEver)) return !has_threads_of_others(channel, program);
  if (!lasts(all_wait_some_for_input(channel), in_pipes_since_, kReadingForEver)) {
    if (!in_pipes_since_) nobody_else_since_.reset();
    return false;
  }
  if (nobody_else_since_ && now - *nobody_else_since_ < kOnItsWay) return false;
  const bool nobody_else =
      !has_threads_of_others(channel, program) && input_is_their_own(channel, program);
  if (nobody_else && nobody_else_since_) return true;
  // Who wrote there may be gone since a moment ago, and what it wrote on its way.
  nobody_else_since_ = nobody_else ? std::optional(now) : std::nullopt;
  if (!nobody_else)
    in_pipes_since_ = now;  // so that this is looked at again no sooner than it has to be
  return false;
}

}  // namespace foreweave
