// What decides claims one by one, whatever their kind: the other way to predict besides a scan of
// the whole trace. prove/construct asks it about the candidates of patterns/, from several threads.
//
// Results must not depend on how many threads ask, nor on how fast they are. So a budget is an
// amount of work and not a time, and a decider's answer and the work it reports follow from trace,
// claim and budget alone, never from what it was asked before. What it learns may be kept to answer
// faster; the work that this saves is counted as if it had been done.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "events/claim.h"
#include "events/model.h"
#include "events/reordering.h"
#include "predict/engine.h"
#include "predict/verdict.h"

namespace foreweave {

// One thread. It and its factory refer to the trace.
class ClaimDecider {
 public:
  virtual ~ClaimDecider() = default;

  // Gives up with Unknown{Why::budget} once it has done more than `budget` work, soon if not at
  // once. Infeasible only where that is right under the factory's facts; the witness of a Feasible
  // is checked by whoever asked.
  virtual Verdict decide(const Claim& claim, uint64_t budget) = 0;

  // What may well be a witness and is found more quickly than an answer. Whoever asks lets it be
  // checked, and asks for an answer if there is none or it is refused.
  struct Proposal {
    std::optional<Reordering> witness = {};
    uint64_t work = 0;
  };
  virtual Proposal propose(const Claim&) { return {}; }

  // What the last decide() spent. A unit is a step of the decider's own, such as an edge inserted
  // or an event visited: small, and about as long everywhere.
  virtual uint64_t work() const = 0;
};

// What all workers share: the facts about the trace, found once. Outlives the deciders it made.
class DeciderFactory {
 public:
  virtual ~DeciderFactory() = default;

  virtual const EngineInfo& info() const = 0;
  // Under which witnesses are to be checked. The model may be a weaker one than info().model if the
  // trace has nothing to run that on.
  virtual ModelFacts facts() const = 0;
  // Makes what else many claims need. Without it that is made when the first claim needs it.
  virtual void prepare() const {}
  // The same as if code that was not recorded ordered nothing (ModelFacts::without_unseen). None if
  // that is nothing that it can tell.
  virtual std::unique_ptr<DeciderFactory> without_unseen() const { return nullptr; }
  // May be called from several threads at once.
  virtual std::unique_ptr<ClaimDecider> make() const = 0;
};

}  // namespace foreweave
