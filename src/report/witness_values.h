// What the accesses of a witness read and write in its order. A witness holds the events of a trace,
// and a trace the values of its own order: where a read sees another write than it saw there, its
// value is that write's, and what its thread writes from then on may be anything.
//
// Under same-write every read that happens sees what it saw; of one that would come next, and under the
// other models, one pass over the witness tells. Keeps a reference to the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "prove/check/check.h"

namespace foreweave {

class WitnessValues {
 public:
  static constexpr char kUnknown[] = "unknown";

  // `budget`: events that may still be looked at, over all witnesses of a report. If it does not
  // reach, nothing is known of values.
  WitnessValues(const Trace& trace, const Proved& proved, uint64_t& budget);

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
  bool is_unknown(EventId write) const;

  const Trace& trace_;
  bool all_as_recorded_ = false, all_unknown_ = false;
  std::unordered_map<uint32_t, EventId> last_write_;   // by cell
  std::unordered_map<uint32_t, Seen> changed_;         // by event: accesses that are not as recorded
  std::vector<bool> thread_differs_;                   // it has seen something else
};

}  // namespace foreweave
