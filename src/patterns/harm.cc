#include "patterns/harm.h"

#include <algorithm>

#include "events/recorded_run/recorded_program.h"

namespace foreweave {

namespace {

bool only_reads(Kind kind) { return reads(kind) && !writes(kind); }
bool only_writes(Kind kind) { return writes(kind) && !reads(kind); }

}  // namespace

Harm::Harm(const Trace& trace) : trace_(trace), was_recorded_(was_recorded(trace)), flows_(trace) {}

bool Harm::is_certain(const Claim& claim, const Reordering& witness) const {
  if (claim.kind != BugKind::atomicity || !was_recorded_) return true;
  const ThreadId local = trace_.thread(claim.happen.front());
  EventId last = claim.happen.front();
  for (const EventId e : claim.happen)
    if (trace_.thread(e) == local) last = e;
  return (loses_an_update(claim) && !is_read_in_between(claim, witness)) ||
         is_in_marked_region(claim.happen.front(), last);
}

bool Harm::loses_an_update(const Claim& claim) const {
  if (claim.happen.size() != 3) return false;
  const EventId first = claim.happen[0], last = claim.happen[2];
  return only_reads(trace_.kind(first)) && writes(trace_.kind(claim.happen[1])) &&
         only_writes(trace_.kind(last)) && flows_.lead_to_change(trace_, first, last);
}

// What the other thread wrote, by anybody else than the one that overwrites it.
bool Harm::is_read_in_between(const Claim& claim, const Reordering& witness) const {
  const std::vector<EventId> events = witness.events(trace_);
  const auto written = std::ranges::find(events, claim.happen[1]);
  const ThreadId local = trace_.thread(claim.happen[2]);
  const LocationId place = trace_.location(claim.happen[2]);
  return std::any_of(written, std::find(written, events.end(), claim.happen[2]), [&](EventId e) {
    return trace_.kind(e) == Kind::read && trace_.thread(e) != local && trace_.location(e) == place;
  });
}

bool Harm::is_in_marked_region(EventId first, EventId last) const {
  if (!trace_.has(Kind::region_begin)) return false;
  size_t open = 0;        // regions that the thread is in
  size_t from_first = 0;  // of these, how many it has been in since `first`
  for (const EventId e : trace_.events_of(trace_.thread(first))) {
    if (trace_.kind(e) == Kind::region_begin) ++open;
    if (trace_.kind(e) == Kind::region_end && open > 0) --open;
    if (e == first) from_first = open;
    from_first = std::min(from_first, open);
    if (e == last) return from_first > 0;
  }
  return false;
}

}  // namespace foreweave
