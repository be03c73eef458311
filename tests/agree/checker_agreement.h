// Holds prove/check to brute force's opinion of the very same sequence: both accept it or both
// refuse it. Under Model::sync the checker must refuse everything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agree/draft.h"
#include "agree/links.h"
#include "agree/rng.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave::agree {

struct CheckerCounts {
  uint64_t witnesses = 0;  // compared
  uint64_t accepted = 0;   // by both
  std::array<uint64_t, 7> accepted_by_kind{};

  void add(const CheckerCounts& other);
};

inline constexpr Model kAllModels[] = {Model::sync, Model::same_write, Model::branch,
                                       Model::dependence};

// The events of segments, which may be nonsense: nothing if a segment names no thread, goes
// backwards or stands still, or runs past the thread's end.
std::optional<std::vector<EventId>> expand(const Trace& trace, const Reordering& witness);

// What the two say differently about a witness, or nothing.
std::optional<std::string> compare_witness(const Trace& trace, const Links& links,
                                           const ModelFacts& facts, const Claim& claim,
                                           const Reordering& witness, CheckerCounts& counts);

// Compares on every interleaving of every prefix of the threads, for some claims of each kind drawn
// by `rng`, under each of the models. For traces of up to about 7 events.
std::optional<std::string> compare_all_witnesses(const Trace& trace, const Dependences& dependences,
                                                 Rng rng, std::span<const Model> models,
                                                 CheckerCounts& counts);

// Compares on random claims of each kind, with random schedules, with reorderings that fulfil the
// claim, and with mutations of these.
std::optional<std::string> compare_random_witnesses(const Draft& draft, Rng rng,
                                                    std::span<const Model> models,
                                                    CheckerCounts& counts);

}  // namespace foreweave::agree
