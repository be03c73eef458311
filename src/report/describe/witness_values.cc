#include "report/describe/witness_values.h"

#include <algorithm>

#include "report/describe/places.h"

namespace foreweave {

void WritesSoFar::go_to(uint32_t event) {
  if (event <= at_) return;
  if (last_.empty()) last_.resize(trace_.cell_count());
  for (const EventId e : trace_.interacting_between(EventId(at_), EventId(event))) {
    if (!is_access(trace_.kind(e)) || !writes(trace_.kind(e))) continue;
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) last_[location.first_cell.index() + k] = e;
  }
  at_ = event;
}

// What is as recorded differs in nothing.
WitnessValues::WitnessValues(const Trace& trace, const Proved& proved, WritesSoFar& past,
                             uint64_t& budget)
    : trace_(trace), past_(past), thread_differs_(trace.thread_count()) {
  const Claim& claim = proved.claim();
  // Under same-write all that happens is as recorded; what would come next is not.
  const auto may_differ = [&](EventId e) {
    return is_access(trace.kind(e)) && reads(trace.kind(e));
  };
  const bool happens_as_recorded =
      info_of(proved.model()).fixes == Fixes::every_read && claim.kind != BugKind::null;
  all_as_recorded_ = happens_as_recorded && std::ranges::none_of(claim.pending, may_differ);
  all_as_recorded_ |= !trace.has_values();  // then there is nothing to tell of
  if (all_as_recorded_) return;
  const Reordering& witness = proved.witness();
  uint64_t events = 0;
  for (const uint32_t done : witness.done(trace)) events += done;
  events -= witness.as_recorded();
  if (events > budget) {
    all_unknown_ = !happens_as_recorded;
    for (const EventId e : claim.pending)
      if (may_differ(e)) changed_[e.value] = {Source::unknown, {}};
    return;
  }
  budget -= events;
  past.go_to(witness.as_recorded());
  std::vector<uint32_t> done = Reordering(witness.as_recorded(), {}).done(trace);
  const auto execute_segment = [&](const Segment& segment) {
    uint32_t& from = done[segment.thread.index()];
    for (auto i = trace.events_of(segment.thread).at(from); i.index() < segment.until; ++i)
      if (trace.interacts(*i) && is_access(trace.kind(*i))) execute(*i);
    from = segment.until;
    return true;
  };
  witness.for_each_segment(trace, execute_segment, witness.as_recorded());
  // What is pending is seen by nobody.
  for (const EventId e : claim.pending)
    if (is_access(trace.kind(e))) note(e);
  // Behind a null pointer there is nothing of what was recorded.
  if (claim.kind == BugKind::null) changed_[claim.pending[0].value] = {Source::unknown, {}};
  last_write_ = {};  // all that can be asked for is known
}

void WitnessValues::note(EventId e) {
  const Kind kind = trace_.kind(e);
  const size_t thread = trace_.thread(e).index();
  Seen seen;
  if (reads(kind)) {
    seen = what_is_seen_by(e);
    if (seen.source != Source::as_recorded) thread_differs_[thread] = true;
  }
  if (writes(kind) && thread_differs_[thread]) seen = {Source::unknown, {}};
  if (seen.source != Source::as_recorded) changed_[e.value] = seen;
}

void WitnessValues::execute(EventId e) {
  note(e);
  if (!writes(trace_.kind(e))) return;
  const Location& location = trace_.location_of(e);
  for (uint32_t k = 0; k < location.cell_count; ++k) last_write_[location.first_cell.value + k] = e;
}

EventId WitnessValues::last_write(uint32_t cell) const {
  const auto found = last_write_.find(cell);
  return found == last_write_.end() ? past_.of(cell) : found->second;
}

WitnessValues::Seen WitnessValues::what_is_seen_by(EventId read) const {
  const Location& location = trace_.location_of(read);
  bool same = true;
  EventId one;  // that wrote all of it
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const EventId write = last_write(location.first_cell.value + k);
    if (write.exists() && is_unknown(write)) return {Source::unknown, {}};
    same &= write == trace_.seen_write(read, k);
    if (k == 0) one = write;
    if (write != one) one = EventId::none();
  }
  if (same) return {};
  if (!one.exists() || trace_.location(one) != trace_.location(read) || !trace_.has_value(one))
    return {Source::unknown, {}};
  if (trace_.has_value(read) && trace_.value(read) == trace_.value(one)) return {};
  return {Source::other_write, one};
}

bool WitnessValues::is_unknown(EventId write) const { return changed_.contains(write.value); }

std::optional<std::string> WitnessValues::other_than_recorded(EventId access) const {
  if (all_as_recorded_ || !is_access(trace_.kind(access)) || !trace_.has_value(access))
    return std::nullopt;
  if (all_unknown_) return kUnknown;
  Seen seen;
  if (const auto found = changed_.find(access.value); found != changed_.end()) seen = found->second;
  if (seen.source == Source::as_recorded) return std::nullopt;
  return seen.source == Source::unknown ? kUnknown : value_text(trace_, seen.write);
}

}  // namespace foreweave
