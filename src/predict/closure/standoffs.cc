#include "predict/closure/standoffs.h"

namespace foreweave {

namespace {

constexpr uint32_t kFarthest = 128;  // events between a section's start and what is claimed in it

}  // namespace

std::optional<Standoff> Standoffs::needed_by(const Claim& claim) const {
  const bool null = claim.kind == BugKind::null;
  if (!null && claim.kind != BugKind::use_after_free) return std::nullopt;
  if (claim.happen.empty() || claim.pending.size() != 1) return std::nullopt;
  const EventId done = claim.happen[0], pending = claim.pending[0];
  const ThreadId other = trace_.thread(done);
  // Up to here its reads see what they saw, and only up to here: not so the read of a null.
  const EventId last = null && claim.happen.size() > 1 ? claim.happen[1] : pending;
  if (other == trace_.thread(pending)) return std::nullopt;

  // The innermost section of a lock that the other thread took since.
  const ThreadEvents events = trace_.events_of(trace_.thread(last));
  auto i = events.at(events.index_from(last));
  for (uint32_t n = 0; n < kFarthest && i != events.begin(); ++n) {
    const EventId acquire = *--i;
    if (!acquires_lock(trace_.kind(acquire)) || !trace_.interacts(acquire)) continue;
    const EventId release = trace_.partner(acquire);
    if (release.exists() && release < pending) continue;
    const EventId entered = index_.sections_against(is_shared_mode(trace_.kind(acquire)))
                                .last_before(trace_.lock(acquire).index(), other, done.value);
    if (!entered.exists() || entered < acquire) continue;
    const EventId decision = first_decision(acquire, last);
    if (!decision.exists() || (null && decision == last)) return std::nullopt;
    return Standoff{acquire, release, decision, entered};
  }
  return std::nullopt;
}

// The first decision behind a read that others might change; none if it does not come by `last`.
EventId Standoffs::first_decision(EventId acquire, EventId last) const {
  const ThreadEvents events = trace_.events_of(trace_.thread(acquire));
  bool has_read = false;
  for (auto i = events.at(events.index_from(acquire) + 1); i != events.end() && *i <= last; ++i) {
    if (has_read && trace_.decides(*i)) return *i;
    has_read |= reads(trace_.kind(*i)) && trace_.interacts(*i);
  }
  return EventId::none();
}

}  // namespace foreweave
