#include "record/program/followed_child.h"

#include "record/program/end_program.h"
#include "record/program/kernel_state.h"

namespace foreweave {

bool FollowedChild::is_running() const {
  if (process_ == 0) return false;
  const char state = kernel_state(process_, static_cast<uint32_t>(process_));
  // Its first thread may have ended before the others; then it is a zombie, too, but its files are
  // not gone.
  return state != '?' && state != 'X' && (state != 'Z' || has_other_threads(process_));
}

void FollowedChild::end() const {
  if (is_running()) end_program(process_);
}

double FollowedChild::time_alone(bool program_has_ended) {
  if (!exists() || program_has_ended != is_running()) {
    alone_since_.reset();
    return 0;
  }
  const auto now = Clock::now();
  if (!alone_since_) alone_since_ = now;
  return std::chrono::duration<double>(now - *alone_since_).count();
}

}  // namespace foreweave
