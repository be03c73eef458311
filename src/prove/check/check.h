// The independent witness checker: takes a trace, the model, a claim and a reordering, and decides
// whether the reordering is one and fulfils the claim. Shares no code with any engine. Linear in
// the witness. Everything that is reported as a bug went through here, in production too.
#pragma once

#include "base/result.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "prove/check/past.h"

namespace foreweave {

// A claim with a witness that a Checker accepted. Nothing else can make one.
class Proved {
 public:
  const Claim& claim() const { return claim_; }
  const Reordering& witness() const { return witness_; }
  Model model() const { return model_; }

 private:
  friend class Checker;
  Proved(Claim claim, Reordering witness, Model model)
      : claim_(std::move(claim)), witness_(std::move(witness)), model_(model) {}

  Claim claim_;
  Reordering witness_;
  Model model_;
};

// Checks any number of witnesses against a trace, to which it keeps a reference. Any number of
// threads may ask; what witnesses begin with in common is executed once (past.h), and its state is
// kept after every `past_distance` events: by default so many that it takes 4 bytes an event, more
// where many are checked.
class Checker {
 public:
  explicit Checker(const Trace& trace, uint32_t past_distance = 0)
      : trace_(trace), steps_(trace), past_(trace, steps_, past_distance) {}

  // The error says which rule the reordering breaks, and at which event. A claim under Model::sync
  // is never proved: that model over-approximates.
  Result<Proved> check(const ModelFacts& facts, Claim claim, Reordering witness) const;
  const Trace& trace() const { return trace_; }
  // Executes the whole run. Without it that is done as far as witnesses need it.
  void prepare() const { past_.go_through(); }

 private:
  const Trace& trace_;
  Steps steps_;
  Past past_;
};

// For one witness.
inline Result<Proved> check_witness(const Trace& trace, const ModelFacts& facts, Claim claim,
                                    Reordering witness) {
  return Checker(trace).check(facts, std::move(claim), std::move(witness));
}

}  // namespace foreweave
