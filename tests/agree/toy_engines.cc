#include "agree/toy_engines.h"

#include <algorithm>
#include <set>

namespace foreweave::agree {

ToyEngine::Answer yes(std::vector<EventId> witness) {
  return {ToyEngine::Answer::Word::yes, std::move(witness)};
}
ToyEngine::Answer no() { return {ToyEngine::Answer::Word::no, {}}; }
ToyEngine::Answer unknown() { return {}; }

Verdict ToyEngine::ask(const TraceFacts& facts, const Claim& claim) const {
  const Trace& trace = facts.trace();
  if (claim.kind != BugKind::race && !every_kind_) return Unknown{Why::not_covered};
  const Answer answer = decide_(trace, claim);
  if (answer.word == Answer::Word::no) return Infeasible{};
  if (answer.word == Answer::Word::unknown) return Unknown{};
  if (info_.yes == Yes::possible) return Unknown{Why::over_approximation};
  return Feasible{Reordering::from_events(trace, answer.witness)};
}

ScanStats ToyEngine::scan(const TraceFacts& facts, const ScanOptions&,
                          const SuspectSink& sink) const {
  const Trace& trace = facts.trace();
  ScanStats stats;
  std::set<std::pair<SiteId, SiteId>> put, settled;
  for (uint32_t a = 0; a < trace.size(); ++a) {
    for (uint32_t b = a + 1; b < trace.size(); ++b) {
      if (!is_race_pair(trace, EventId(a), EventId(b))) continue;
      const Claim claim = Claim::race(EventId(a), EventId(b));
      const Answer answer = decide_(trace, claim);
      if (answer.word != Answer::Word::yes) continue;
      const std::pair<SiteId, SiteId> sites =
          std::minmax(trace.site(EventId(a)), trace.site(EventId(b)));
      put.insert(sites);
      if (sink({claim, Reordering::from_events(trace, answer.witness)})) settled.insert(sites);
    }
  }
  stats.site_pairs = put.size();
  stats.settled_site_pairs = settled.size();
  return stats;
}

ToyEngine right_engine() {
  return ToyEngine(
      {"right", "brute force", Model::same_write, Yes::sound, No::exact, ""},
      [](const Trace& trace, const Claim& claim) {
        auto witness = BruteForce().find(trace, {Model::same_write, nullptr}, claim);
        return witness ? yes(std::move(*witness)) : no();
      },
      true);
}

Prove prove_by_own_witness(const Trace& trace) {
  return [&trace](const Suspect& s) -> std::optional<Proved> {
    if (!s.witness) return {};
    Result<Proved> proved = check_witness(trace, {Model::same_write, nullptr}, s.claim, *s.witness);
    if (!proved) return {};
    return std::move(proved).value();
  };
}

}  // namespace foreweave::agree
