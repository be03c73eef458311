// Turns suspects into proved findings: tries the engine's own witness first, then orders of our own
// making, and lets prove/check decide.
#pragma once

#include <memory>
#include <optional>

#include "predict/engine.h"
#include "prove/check/check.h"

namespace foreweave {

class SyncPreserving;

// Keeps a reference to the trace. What it learns about the trace when it first has to make a
// witness serves all further suspects. One thread.
class Prover {
 public:
  explicit Prover(const Trace& trace);
  ~Prover();

  std::optional<Proved> prove(const Suspect& suspect);

  // What it asks, for others to ask. Made when first needed.
  const Checker& checker();

 private:
  const Trace& trace_;
  std::unique_ptr<Checker> checker_;
  std::unique_ptr<SyncPreserving> ideals_;  // made when first needed
};

// For one suspect.
std::optional<Proved> prove_suspect(const Trace& trace, const Suspect& suspect);

}  // namespace foreweave
