#include "record/program/round_watch.h"

#include <algorithm>

#include "record/program/end_watch.h"

namespace foreweave {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20}, kGoingRoundForEver{400};

// Whoever does not go round waits for somebody who does.
bool others_wait(const ChannelHost& channel, const Rounds& rounds) {
  const auto blocks = channel.blocks();
  return std::all_of(blocks.begin(), blocks.end(), [&](const FwThreadBlock& block) {
    const bool is_alive = __atomic_load_n(&block.kernel_id, __ATOMIC_ACQUIRE) != 0;
    return !is_alive || rounds.has(block.number) || (block.waits_for != 0 && !block.wait_may_end);
  });
}

}  // namespace

void RoundWatch::look(size_t words, const Rounds& rounds) {
  const auto now = Clock::now();
  next_look_ = now + kBetweenLooks;
  // Too little to tell, since that piece has just been begun.
  if (since_ && words < FW_CHUNK_WORDS / 16) return;
  if (!rounds.only_rounds)
    since_.reset();
  else if (!since_ || rounds != seen_)
    since_ = now;
  seen_ = rounds;
}

bool RoundWatch::will_never_end(const ChannelHost& channel, pid_t program) {
  if (!since_ || Clock::now() - *since_ < kGoingRoundForEver) return false;
  if (!channel.channel().end.others_may_act && others_wait(channel, seen_) &&
      !has_threads_of_others(channel.channel(), program))
    return true;
  since_.reset();
  return false;
}

}  // namespace foreweave
