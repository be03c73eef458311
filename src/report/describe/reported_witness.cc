#include "report/describe/reported_witness.h"

#include <optional>

#include "report/describe/places.h"

namespace foreweave {

namespace {

constexpr size_t kWrittenOut = 32;  // segments: so many a person goes through

// As segments of one thread each; none if that takes too many.
std::optional<Reordering> written_out(const Trace& trace, const Reordering& witness) {
  Reordering out;
  witness.for_each_segment(trace, [&](const Segment& s) {
    out.append(s.thread, s.until - 1);
    return out.parts().size() <= kWrittenOut;
  });
  if (out.parts().size() > kWrittenOut) return std::nullopt;
  return out;
}

}  // namespace

ReportedWitness describe_witness(const Trace& trace, const Reordering& witness) {
  const std::optional<Reordering> out = written_out(trace, witness);
  const Reordering& shown = out ? *out : witness;
  ReportedWitness described;
  described.as_recorded = shown.as_recorded();
  std::vector<uint32_t> done = Reordering(shown.as_recorded(), {}).done(trace);
  for (const Segment& s : shown.parts()) {
    const ThreadEvents events = trace.events_of(s.thread);
    uint32_t& at = done[s.thread.index()];
    described.parts.push_back({utf8(trace.thread_name(s.thread)), events[at].value,
                               events[s.until - 1].value, s.with_next});
    at = s.until;
  }
  return described;
}

}  // namespace foreweave
