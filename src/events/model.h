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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"

namespace foreweave {

enum class Model : uint8_t {
  sync,        // no read is fixed: over-approximates
  same_write,  // every executed read is fixed
  branch,      // d depends on every earlier read of its thread
  dependence,  // d depends on the reads that Dependences lists
};

// The reads that the rule fixes under a model.
enum class Fixes : uint8_t {
  no_read,
  every_read,     // that is executed
  earlier_reads,  // all before a decision of their thread
  listed_reads,   // those before it that Dependences lists
};

// What a trace must have for it.
enum class Needs : uint8_t { nothing, decisions, dependences };

// A new model is a new row of kModels: whoever treats models differently asks for what is in the
// row, and never which model it is.
struct ModelInfo {
  Model model;
  std::string_view name;
  Fixes fixes;
  Needs needs;
  Model stand_in;  // a stricter one, for traces that lack what it needs
  bool proves() const { return fixes != Fixes::no_read; }
};

// In the order of Model, from the strictest to the weakest that proves anything.
inline constexpr ModelInfo kModels[] = {
    {Model::sync, "sync", Fixes::no_read, Needs::nothing, Model::sync},
    {Model::same_write, "same-write", Fixes::every_read, Needs::nothing, Model::same_write},
    {Model::branch, "branch", Fixes::earlier_reads, Needs::decisions, Model::same_write},
    {Model::dependence, "dependence", Fixes::listed_reads, Needs::dependences, Model::branch},
};

constexpr const ModelInfo& info_of(Model model) { return kModels[static_cast<size_t>(model)]; }
// Every decision rests on all reads before it, whatever it uses of them.
constexpr bool fixes_by_position(Model model) {
  return info_of(model).fixes == Fixes::every_read || info_of(model).fixes == Fixes::earlier_reads;
}
constexpr std::string_view name(Model model) { return info_of(model).name; }  // "same-write"
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

  const ModelInfo& info() const { return info_of(model); }
  Fixes fixes() const { return info().fixes; }
};

}  // namespace foreweave
