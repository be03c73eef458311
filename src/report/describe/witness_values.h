// What the accesses of a witness read and write in its order. A witness holds the events of a
// trace, and a trace the values of its own order: where a read sees another write than it saw
// there, its value is that write's, and what its thread writes from then on may be anything.
//
// Under same-write every read that happens sees what it saw; of one that would come next, and under
// the other models, one pass over what differs from the run tells. Keeps a reference to the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "prove/check/check.h"

namespace foreweave {

// Who wrote each cell last in the recorded run, up to a point that moves on. Keeps a reference.
class WritesSoFar {
 public:
  explicit WritesSoFar(const Trace& trace) : trace_(trace) {}
  // The events before this one have happened; never back.
  void go_to(uint32_t event);
  EventId of(uint32_t cell) const { return last_.empty() ? EventId::none() : last_[cell]; }

 private:
  const Trace& trace_;
  uint32_t at_ = 0;
  std::vector<EventId> last_;  // by cell; empty before anything happened
};

class WitnessValues {
 public:
  static constexpr char kUnknown[] = "unknown";

  // `past`, which is needed only here, goes to where the witness begins to differ from the run.
  // `budget`: events from there on that may still be looked at, over all witnesses of a report. If
  // it does not reach, nothing is known of values.
  WitnessValues(const Trace& trace, const Proved& proved, WritesSoFar& past, uint64_t& budget);

  // The value that an access has in the witness' order, or would have if it came next at its end:
  // nothing if that is the recorded one, kUnknown if it cannot be told.
  std::optional<std::string> other_than_recorded(EventId access) const;

 private:
  enum class Source : uint8_t { as_recorded, other_write, unknown };
  struct Seen {
    Source source = Source::as_recorded;
    EventId write;  // of other_write
  };

  void note(EventId e);
  void execute(EventId e);
  Seen what_is_seen_by(EventId read) const;
  EventId last_write(uint32_t cell) const;
  bool is_unknown(EventId write) const;

  const Trace& trace_;
  const WritesSoFar& past_;
  bool all_as_recorded_ = false, all_unknown_ = false;
  std::unordered_map<uint32_t, EventId> last_write_;  // by cell, of what differs
  std::unordered_map<uint32_t, Seen> changed_;        // by event: accesses that are not as recorded
  std::vector<bool> thread_differs_;                  // it has seen something else
};

}  // namespace foreweave
