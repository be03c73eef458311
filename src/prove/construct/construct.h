// Turns suspects into proved findings: tries the engine's own witness first, then orders of our own
// making, and lets prove/check decide.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "model/facts/trace_facts.h"
#include "predict/engine.h"
#include "prove/check/check.h"

namespace foreweave {

// Keeps a reference to the facts. Any number of threads may ask.
class Prover {
 public:
  // `much`: so many events of a witness may differ from the run before another is looked for that
  // is cheaper to check.
  explicit Prover(const TraceFacts& facts, uint64_t much = 20'000)
      : facts_(facts), trace_(facts.trace()), much_(much) {}

  std::optional<Proved> prove(const Suspect& suspect);

  // What it asks, for others to ask. Made when first needed.
  const Checker& checker();

 private:
  std::optional<Proved> prove_by_ideal(const Suspect& suspect);
  std::optional<Proved> check(const Suspect& suspect, Reordering witness);
  bool is_long(const Reordering& witness) const;
  std::optional<Reordering> nearer_to_run(const Claim& claim, const Reordering& witness) const;

  const TraceFacts& facts_;
  const Trace& trace_;
  const uint64_t much_;
  std::once_flag checker_is_made_;
  std::unique_ptr<Checker> checker_;
};

// For one suspect.
std::optional<Proved> prove_suspect(const Trace& trace, const Suspect& suspect);

}  // namespace foreweave
