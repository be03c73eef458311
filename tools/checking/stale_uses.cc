#include "checking/stale_uses.h"

#include <algorithm>
#include <set>

#include "base/interruption.h"
#include "replay/replayer.h"
#include "report/make/stale_use_report.h"

namespace foreweave {

std::vector<Claim> confirm_stale_uses(const Trace& trace, const Setting& setting,
                                      const SessionLimits& limits) {
  constexpr size_t kMost = 8;
  std::vector<Claim> confirmed;
  const std::vector<Claim> claims = stale_uses(trace);
  if (claims.empty()) return confirmed;
  ReplayerOptions how;
  how.limits = limits;
  how.max_attempts = 2;
  const TraceFacts facts(trace);
  Replayer replayer(facts, setting, how);
  for (size_t i = 0; i < std::min(claims.size(), kMost) && interruption() == 0; ++i) {
    const Result<Outcome> outcome = replayer.replay_recorded(claims[i]);
    if (outcome && outcome.value().status == ReplayStatus::confirmed)
      confirmed.push_back(claims[i]);
  }
  return confirmed;
}

void keep_first_of_each(std::vector<Claim>& stale) {
  std::set<uint32_t> frees;
  std::erase_if(stale, [&](const Claim& use) { return !frees.insert(use.happen[0].value).second; });
}

}  // namespace foreweave
