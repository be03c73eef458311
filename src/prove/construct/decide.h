// Candidates to proofs: asks a decider about the claims of each class, lets prove/check judge the
// witnesses, and stops at the first that is accepted.
//
// A class has its own budget, given before anything starts, so that what is found does not depend
// on how many threads work on it or how fast they are.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/meter.h"
#include "events/trace.h"
#include "patterns/claim_class.h"
#include "predict/decider.h"
#include "prove/check/check.h"

namespace foreweave {

struct DecideOptions {
  unsigned jobs = 1;
  uint64_t budget = 1'000'000;  // work for each class; ClaimDecider says what a unit is
  // Beyond this time nothing more is asked. Results then depend on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  Meter* meter = nullptr;  // in classes
  // Whether ClaimDecider::propose() is asked first; decide_classes() finds out whether it pays.
  bool wants_proposals = false;
};

// What became of one class.
struct ClassVerdict {
  enum class Answer : uint8_t {
    proved,
    infeasible,  // every instance that the pattern put forward was refuted
    undecided,
  };
  Answer answer = Answer::undecided;
  std::optional<Proved> proof;       // if proved
  Why why = Why::engine_incomplete;  // if undecided
  uint32_t claims_tried = 0;
  uint64_t claims_left = 0;        // instances that nobody was asked about; 0 if proved
  uint32_t witnesses_refused = 0;  // by the checker: mistakes of the decider's
  uint64_t work = 0;
  double seconds = 0;  // by the clock on the wall
};

// One verdict a class, in the order of `classes`. The checker is of the trace that they are about.
std::vector<ClassVerdict> decide_classes(const Checker& checker,
                                         std::span<const ClaimClass> classes,
                                         const DeciderFactory& engine,
                                         const DecideOptions& options);

// Which classes have an instance that the decider says can happen. Nothing is proved by that: it is
// for deciders that leave out a rule (ModelFacts::without_unseen).
std::vector<bool> find_possible(std::span<const ClaimClass> classes, const DeciderFactory& engine,
                                const DecideOptions& options);

}  // namespace foreweave
