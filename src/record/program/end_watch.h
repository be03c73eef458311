// Looks after a program that may never end: all its threads wait for each other, as its runtime
// sees it (FwRunEnd), or for what only they could write into a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "capture/abi/channel.h"

namespace foreweave {

// Whether the process has threads that its runtime does not know of: libc has some for asynchronous
// input and notifications, and libraries may make them without our seeing it. They may end what the
// program's threads wait for.
bool has_threads_of_others(const FwChannel& channel, pid_t program);

class EndWatch {
 public:
  // Every few milliseconds. True once it is certain that nothing more will come.
  bool will_never_end(const FwChannel& channel, pid_t program);

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> since_, in_pipes_since_, nobody_else_since_;
};

}  // namespace foreweave
