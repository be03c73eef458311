// Which reads of a reordering are fixed, and what a fixed read must see. Plain data: the rule is
// applied by engines, by the checker and by brute force, each in its own words.
//
// A read is *fixed* in a reordering (least set) if
//   - a decision that depends on it is executed later by its thread, or is its pending event's, or
//   - a write that depends on it comes later in its thread (or is its own, for an update) and is
//     seen by a fixed read.
// A fixed read must see the write it saw in the trace; one that saw the initial contents keeps
// seeing them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "events/ids.h"

namespace foreweave {

enum class Model : uint8_t {
  sync,        // no read is fixed: over-approximates
  same_write,  // every executed read is fixed
  branch,      // d depends on every earlier read of its thread
  dependence,  // d depends on the reads that Dependences lists
};

std::string_view name(Model model);  // "same-write"
std::optional<Model> model_from_name(std::string_view name);

// "d depends on read r", for decisions and writes d. Every r is a read of d's thread before d, or d
// itself if d is an update whose new value is computed from the old one.
class Dependences {
 public:
  // Must be called with increasing d; decisions and writes not mentioned depend on nothing.
  void add(EventId d, std::span<const EventId> reads);
  std::span<const EventId> reads_behind(EventId d) const;

 private:
  std::vector<EventId> heads_;
  std::vector<uint32_t> begins_;  // into reads_, one more than heads_ once something was added
  std::vector<EventId> reads_;
};

struct ModelFacts {
  Model model = Model::same_write;
  const Dependences* dependences = nullptr;  // needed by Model::dependence
  // Engines only, to tell what would be possible without rule 7: nothing is proved by that.
  bool without_unseen = false;
};

}  // namespace foreweave
