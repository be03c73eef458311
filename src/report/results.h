// Everything a report says besides the trace itself. Plain data, the same for every format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/model.h"
#include "report/finding.h"

namespace foreweave {

// A pair of sites that an engine put forward and nobody proved. Not a bug, and not "no bug". There
// may be very many, so this holds no text.
struct UndecidedPair {
  enum class Why : uint8_t {
    no_witness,  // the engine left the pair unordered; no order of ours passed the checker
    possible,    // from an engine that only over-approximates
  };
  std::string_view engine;  // the first that put it forward; engines' names live for ever
  Why why = Why::no_witness;
  std::vector<EventId> events;  // of the first instance, increasing
};

// What one engine did with the trace.
struct EngineRun {
  std::string_view name;
  Model model = Model::same_write;
  uint64_t instances = 0;         // event pairs it put forward or counted
  uint64_t site_pairs = 0;        // of these, different pairs of sites
  uint64_t site_pairs_cut = 0;    // unproved, with instances left when --max-attempts was reached
  std::optional<double> seconds;  // only if asked for: times differ from run to run
};

struct Results {
  std::string trace_path;  // as the user gave it
  std::vector<Finding> findings;
  std::vector<UndecidedPair> undecided;
  std::vector<EngineRun> engines;

  size_t undecided_because(UndecidedPair::Why why) const {
    size_t n = 0;
    for (const UndecidedPair& pair : undecided) n += pair.why == why;
    return n;
  }
};

}  // namespace foreweave
