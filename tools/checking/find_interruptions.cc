#include "checking/find_interruptions.h"

#include <algorithm>
#include <chrono>

#include "base/interruption.h"

namespace foreweave {

std::vector<Interruption> find_interruptions(const Trace& trace, const Setting* setting,
                                             const SessionLimits& limits, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  constexpr size_t kMost = 8;
  std::vector<Interruption> found = interruptions_seen(trace);
  if (!setting) return found;
  std::vector<Interruption> possible = interruptions_possible(trace);
  std::erase_if(possible, [&](const Interruption& one) {
    return std::ranges::any_of(
        found, [&](const Interruption& f) { return key_of(trace, f) == key_of(trace, one); });
  });
  if (possible.empty()) return found;
  ReplayerOptions how;
  how.limits = limits;
  const TraceFacts facts(trace);
  Replayer replayer(facts, *setting, how);
  for (size_t i = 0;
       i < std::min(possible.size(), kMost) && interruption() == 0 && Clock::now() < end; ++i)
    if (const Result<bool> came = replayer.replay_interruption(possible[i]); came && came.value())
      found.push_back(possible[i]);
  return found;
}

}  // namespace foreweave
