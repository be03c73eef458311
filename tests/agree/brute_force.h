// Brute force: whether a small trace has a reordering that fulfils a claim, by trying them all: a
// depth-first search over the states of stepper.h that visits no state twice. The judge of every
// engine. At most 64 events and 8 threads; some ten microseconds for a trace of a dozen events.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "agree/state_set.h"
#include "agree/stepper.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"

namespace foreweave::agree {

using SequenceSink = std::function<void(std::span<const EventId>)>;

struct JudgedPair {
  EventId a, b;  // a < b
  bool feasible = false;
};

// Reuses its memory from call to call; one instance per thread.
class BruteForce {
 public:
  // Every pair of events that can race, in the order of (a, b), and whether some reordering leaves
  // both pending. Valid until the next call.
  std::span<const JudgedPair> races(const Trace& trace, const ModelFacts& facts);

  // A reordering that fulfils the claim, if there is one. Of order claims only what they say must
  // happen and be pending.
  std::optional<std::vector<EventId>> find(const Trace& trace, const ModelFacts& facts,
                                           const Claim& claim);
  bool feasible(const Trace& trace, const ModelFacts& facts, const Claim& claim) {
    return find(trace, facts, claim).has_value();
  }

  // Calls `each` with every reordering for a claim without pending events, the empty one included.
  // No state is left out here, so this is for tiny traces.
  void all_reorderings(const Trace& trace, const ModelFacts& facts, const SequenceSink& each);

  size_t states_visited() const { return visited_.size(); }

 private:
  using State = Stepper::State;

  void start(const Trace& trace, const ModelFacts& facts, size_t extra_words,
             const Claim* claim = nullptr);
  bool visit(const State& s, size_t happened);
  void search_races(const State& s);
  bool search_claim(const State& s, size_t happened, const Claim& claim);
  bool fulfilled(const State& s, size_t happened, const Claim& claim) const;
  void search_all(const State& s, const SequenceSink& each);

  Stepper stepper_;
  StateSet visited_;
  size_t extra_words_ = 0;
  std::vector<EventId> path_;

  std::vector<JudgedPair> pairs_;
  std::array<EventSet, kMaxEvents> wanted_;  // by a: the b of its pairs that were not found yet
  size_t wanted_count_ = 0;
};

// Calls `each` with every sequence that keeps program order: all interleavings of all prefixes of
// the threads, whether they obey any other rule or not. For tiny traces.
void all_interleavings(const Trace& trace, const SequenceSink& each);

}  // namespace foreweave::agree
