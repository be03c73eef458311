// Looks after a program that may never end because its threads go round (rounds.h) or wait for
// those that do. What they do is the same for a while, and nobody else could change that.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "record/program/channel_host.h"
#include "record/translate/rounds.h"

namespace foreweave {

class RoundWatch {
 public:
  // Whether it is time to look at a piece of the log again.
  bool is_due() const { return Clock::now() >= next_look_; }
  // At as many words of it, which show this.
  void look(size_t words, const Rounds& rounds);
  // True once it is certain that nothing more will come.
  bool will_never_end(const ChannelHost& channel, pid_t program);
  // And who goes round then.
  const Rounds& rounds() const { return seen_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_look_ = Clock::now() + std::chrono::milliseconds(20);
  std::optional<Clock::time_point> since_;
  Rounds seen_;
};

}  // namespace foreweave
