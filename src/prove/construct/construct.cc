#include "prove/construct/construct.h"

#include <algorithm>
#include <numeric>

#include "patterns/race.h"

namespace foreweave {

const Checker& Prover::checker() {
  std::call_once(checker_is_made_, [this] { checker_ = std::make_unique<Checker>(trace_); });
  return *checker_;
}

// A witness that leaves out a thread which the bug does not need differs from the run ever since
// that thread began, although nothing of it matters.
bool Prover::is_long(const Reordering& witness) const {
  const std::vector<uint32_t> done = witness.done(trace_);
  return std::accumulate(done.begin(), done.end(), uint64_t{0}) - witness.as_recorded() > much_;
}

// With all that lies before the claim's events: then only what lies between these differs. Not if
// some of it comes in another order than the trace's.
std::optional<Reordering> Prover::nearer_to_run(const Claim& claim,
                                                const Reordering& witness) const {
  const auto parts = witness.parts();
  if (Reordering::piece_end(parts, 0) < parts.size()) return std::nullopt;
  std::vector<uint32_t> done = witness.done(trace_);
  for (uint32_t t = 0; t < done.size(); ++t)
    done[t] = std::max(done[t], trace_.events_of(ThreadId(t)).index_from(claim.first_event()));
  return Reordering::in_trace_order(trace_, done);
}

std::optional<Proved> Prover::check(const Suspect& suspect, Reordering witness) {
  Result<Proved> proved =
      checker().check(facts_.under(suspect.model), suspect.claim, std::move(witness));
  if (!proved) return std::nullopt;
  return std::move(proved).value();
}

std::optional<Proved> Prover::prove(const Suspect& suspect) {
  const bool has_long = suspect.witness && is_long(*suspect.witness);
  if (suspect.witness && !has_long)
    if (auto proved = check(suspect, *suspect.witness)) return proved;
  if (has_long)
    if (auto nearer = nearer_to_run(suspect.claim, *suspect.witness))
      if (auto proved = check(suspect, std::move(*nearer))) return proved;
  if (auto proved = prove_by_ideal(suspect)) return proved;
  return has_long ? check(suspect, *suspect.witness) : std::nullopt;
}

// If the least set is long, the least one that has everything before the race may do: it closes the
// sections that are open there.
std::optional<Proved> Prover::prove_by_ideal(const Suspect& suspect) {
  const auto pair = race_pair_of(trace_, suspect.claim);
  if (!pair || are_kept_apart_by_threads(trace_, *pair)) return std::nullopt;
  const auto least = facts_.ideals().race_ideal(pair->first, pair->second);
  if (!least) return std::nullopt;
  Reordering witness = least->witness(trace_, facts_.ideals().slots());
  if (is_long(witness)) {
    const uint32_t before = std::min(pair->first, pair->second).value;
    if (const auto ideal = facts_.ideals().race_ideal(pair->first, pair->second, before))
      if (auto proved = check(suspect, ideal->witness(trace_, facts_.ideals().slots())))
        return proved;
  }
  return check(suspect, std::move(witness));
}

std::optional<Proved> prove_suspect(const Trace& trace, const Suspect& suspect) {
  const TraceFacts facts(trace);
  return Prover(facts).prove(suspect);
}

}  // namespace foreweave
