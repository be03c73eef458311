#include "events/unseen_order.h"

#include <algorithm>

#include "events/lives.h"
#include "events/trace.h"

namespace foreweave {

namespace {

EventId last_before(const std::vector<EventId>& events, EventId e) {
  const auto after = std::lower_bound(events.begin(), events.end(), e);
  return after == events.begin() ? EventId::none() : after[-1];
}

EventId later(EventId a, EventId b) {
  if (!a.exists() || !b.exists()) return a.exists() ? a : b;
  return std::max(a, b);
}

}  // namespace

EventId Trace::unseen_before(EventId e, ThreadId u) const {
  const UnseenOrder::OfThread& of_u = unseen_.threads[u.index()];
  if (!marks_stretch(kind(e))) return keeps_place(e) ? last_before(of_u.marks, e) : EventId::none();
  const EventId placed = last_before(of_u.placed, e);
  return kind(e) == Kind::unseen_end ? later(placed, last_before(of_u.synchronising, e)) : placed;
}

EventId Trace::missing_for_unseen(EventId e, std::span<const uint32_t> ends) const {
  if (!has_unseen_order()) return EventId::none();
  for (uint32_t u = 0; u < thread_count(); ++u) {
    if (ThreadId(u) == thread(e)) continue;
    const EventId before = unseen_before(e, ThreadId(u));
    if (before.exists() && before.value >= ends[u]) return before;
  }
  return EventId::none();
}

std::string_view Trace::library_of(EventId mark) const {
  uint64_t left = has_value(mark) ? value(mark) : 0;
  for (const Attachment& attachment : attachments_) {
    if (attachment.name != UnseenOrder::kLibrariesAttachment) continue;
    for (std::string_view rest = attachment.bytes; left != 0 && !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (--left == 0) return name;
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
  }
  return "";
}

bool rests_on_unseen(const Trace& trace, std::span<const EventId> events) {
  return std::any_of(events.begin(), events.end(), [&](EventId e) {
    const Kind kind = trace.kind(e);
    if (is_access(kind))
      return trace.has_unseen_order() && trace.is_written_unseen(trace.location(e));
    if (kind != Kind::free) return false;
    const bool is_unseen = trace.is_counted_free(e) ||
                           (trace.has_unseen_order() && trace.is_written_unseen(trace.object(e)));
    // A stack is given back by unseen code, and all code writes to the one that it runs on; but it
    // ends with its thread, whoever else has to do with it.
    return is_unseen && !is_stack(trace, trace.object(e));
  });
}

bool rests_on_unseen(const Trace& trace, const Claim& claim) {
  return rests_on_unseen(trace, claim.happen) || rests_on_unseen(trace, claim.pending);
}

}  // namespace foreweave
