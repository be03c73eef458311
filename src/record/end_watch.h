// Looks after a program that may never end: all its threads wait for each other, as its runtime sees it
// (FwRunEnd).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "capture/abi/channel.h"

namespace foreweave {

class EndWatch {
 public:
  // Every few milliseconds. True once it is certain that nothing more will come.
  bool will_never_end(const FwChannel& channel, pid_t program);

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> since_;
};

}  // namespace foreweave
