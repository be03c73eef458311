#include "agree/links.h"

#include "base/check.h"

namespace foreweave::agree {

void Links::derive(const Trace& trace) {
  CHECK(trace.size() <= kMaxEvents && trace.thread_count() <= kMaxThreads,
        "brute force is for small traces");
  derive_waits(trace);
  derive_rounds(trace);
  derive_once_and_locks(trace);
  derive_reads(trace);
}

void Links::derive_waits(const Trace& trace) {
  EventSet woke_somebody = 0;  // signals
  for (uint32_t e = 0; e < trace.size(); ++e) {
    wait_begin[e] = woken_by[e] = kNoEvent;
    if (trace.kind(EventId(e)) != Kind::wait_end) continue;
    const SyncId condition = trace.sync(EventId(e));
    uint32_t begin = e;
    while (begin-- > 0)
      if (trace.thread(EventId(begin)) == trace.thread(EventId(e)) &&
          trace.kind(EventId(begin)) == Kind::wait_begin && trace.sync(EventId(begin)) == condition)
        break;
    if (begin >= e) continue;
    wait_begin[e] = static_cast<uint8_t>(begin);
    for (uint32_t s = begin + 1; s < e; ++s) {
      const Kind k = trace.kind(EventId(s));
      if (k == Kind::broadcast && trace.sync(EventId(s)) == condition)
        woken_by[e] = static_cast<uint8_t>(s);  // the latest, unless a signal follows here:
      if (k == Kind::signal && trace.sync(EventId(s)) == condition && !(woke_somebody & bit(s))) {
        woken_by[e] = static_cast<uint8_t>(s);
        woke_somebody |= bit(s);
        break;
      }
    }
  }
}

void Links::derive_rounds(const Trace& trace) {
  const uint32_t n = static_cast<uint32_t>(trace.size());
  for (uint32_t e = 0; e < n; ++e) round[e] = earlier_rounds[e] = 0;
  for (uint32_t barrier = 0; barrier < trace.sync_objects(Operand::barrier).size(); ++barrier) {
    EventSet open = 0, closed = 0;  // arrivals
    std::array<EventSet, kMaxEvents> round_of;
    std::array<uint8_t, kMaxThreads> arrived;
    arrived.fill(kNoEvent);
    const auto close = [&] {
      for (uint32_t a = 0; a < n; ++a) {
        if (!(open & bit(a))) continue;
        round[a] = round_of[a] = open;
        earlier_rounds[a] = closed;
      }
      closed |= open;
      open = 0;
    };
    for (uint32_t e = 0; e < n; ++e) {
      const Kind k = trace.kind(EventId(e));
      if (operand_of(k) != Operand::barrier || trace.sync(EventId(e)).value != barrier) continue;
      uint8_t& mine = arrived[trace.thread(EventId(e)).index()];
      if (k == Kind::barrier_arrive) {
        mine = static_cast<uint8_t>(e);
        open |= bit(e);
      } else if (mine != kNoEvent) {
        if (open & bit(mine)) close();
        round[e] = round_of[mine];
        earlier_rounds[e] = earlier_rounds[mine];
      }
    }
    close();
  }
}

void Links::derive_once_and_locks(const Trace& trace) {
  for (uint32_t e = 0; e < trace.size(); ++e) {
    once_end[e] = acquire[e] = kNoEvent;
    const Kind k = trace.kind(EventId(e));
    if (k == Kind::once_pass || k == Kind::once_begin) {
      for (uint32_t f = 0; f < e; ++f)
        if (trace.kind(EventId(f)) == Kind::once_end &&
            trace.sync(EventId(f)) == trace.sync(EventId(e)))
          once_end[e] = static_cast<uint8_t>(f);
    } else if (releases_lock(k)) {
      const Kind taken = is_shared_mode(k) ? Kind::acquire_shared : Kind::acquire;
      for (uint32_t f = 0; f < e; ++f)
        if (trace.kind(EventId(f)) == taken && trace.lock(EventId(f)) == trace.lock(EventId(e)) &&
            trace.thread(EventId(f)) == trace.thread(EventId(e)))
          acquire[e] = static_cast<uint8_t>(f);
    }
  }
}

void Links::derive_reads(const Trace& trace) {
  seen.clear();
  for (uint32_t e = 0; e < trace.size(); ++e) {
    if (!reads(trace.kind(EventId(e)))) continue;
    const Location& l = trace.location_of(EventId(e));
    for (uint32_t c = l.first_cell.value; c < l.first_cell.value + l.cell_count; ++c) {
      Seen s{static_cast<uint8_t>(e), kNoEvent, c};
      for (uint32_t w = 0; w < e; ++w)
        if (writes(trace.kind(EventId(w))) && touches(trace, EventId(w), c))
          s.write = static_cast<uint8_t>(w);
      seen.push_back(s);
    }
  }
}

bool can_race(const Trace& trace, EventId a, EventId b) {
  const Kind ka = trace.kind(a), kb = trace.kind(b);
  if (trace.thread(a) == trace.thread(b) || !is_access(ka) || !is_access(kb)) return false;
  if (!writes(ka) && !writes(kb)) return false;
  if (is_atomic(ka) && is_atomic(kb)) return false;
  const Location& l = trace.location_of(a);
  for (uint32_t c = l.first_cell.value; c < l.first_cell.value + l.cell_count; ++c)
    if (touches(trace, b, c)) return true;
  return false;
}

}  // namespace foreweave::agree
