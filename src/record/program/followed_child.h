// A child of the program that is recorded in its place. It is nobody's child here, so that its end
// has to be looked for; and it need not end with the program.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace foreweave {

class FollowedChild {
 public:
  // It, or a child of its, has taken up the log.
  void becomes(pid_t process) { process_ = process; }
  bool exists() const { return process_ != 0; }
  pid_t id() const { return process_; }
  // It exists and has not ended.
  bool is_running() const;
  void end() const;

  // Seconds since only one of the two is there.
  double time_alone(bool program_has_ended);

 private:
  using Clock = std::chrono::steady_clock;
  pid_t process_ = 0;
  std::optional<Clock::time_point> alone_since_;
};

}  // namespace foreweave
