#include "prove/construct/construct.h"

#include "patterns/race.h"
#include "predict/streaming/sync_preserving.h"

namespace foreweave {

Prover::Prover(const Trace& trace) : trace_(trace) {}
Prover::~Prover() = default;

const Checker& Prover::checker() {
  if (!checker_) checker_ = std::make_unique<Checker>(trace_);
  return *checker_;
}

std::optional<Proved> Prover::prove(const Suspect& suspect) {
  const ModelFacts facts{suspect.model, nullptr};
  if (suspect.witness) {
    Result<Proved> proved = checker().check(facts, suspect.claim, *suspect.witness);
    if (proved) return std::move(proved).value();
  }
  const auto pair = race_pair_of(trace_, suspect.claim);
  if (!pair) return std::nullopt;
  if (!ideals_) ideals_ = std::make_unique<SyncPreserving>(trace_);
  const auto ideal = ideals_->race_ideal(pair->first, pair->second);
  if (!ideal) return std::nullopt;
  Result<Proved> proved = checker().check(facts, suspect.claim, ideal->witness(trace_));
  if (!proved) return std::nullopt;
  return std::move(proved).value();
}

std::optional<Proved> prove_suspect(const Trace& trace, const Suspect& suspect) {
  return Prover(trace).prove(suspect);
}

}  // namespace foreweave
