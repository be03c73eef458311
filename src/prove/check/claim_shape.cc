#include "prove/check/claim_shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

using Fault = std::optional<std::string>;

struct Cells {
  uint32_t begin, end;
};

Cells common(Cells a, Cells b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }
Cells cells_of(const Trace& trace, EventId e) {
  const Location& l = trace.location_of(e);
  return {l.first_cell.value, l.first_cell.value + l.cell_count};
}
Cells common_cells(const Trace& trace, EventId a, EventId b) {
  return common(cells_of(trace, a), cells_of(trace, b));
}
bool any(Cells c) { return c.begin < c.end; }

Fault find_race_misfit(const Trace& trace, const Claim& claim) {
  const std::vector<EventId>& both = claim.is_by_memory_order() ? claim.happen : claim.pending;
  if (both.size() != 2 || claim.happen.size() + claim.pending.size() != 2)
    return "a race is two pending events, or two that happen, and nothing else";
  const bool ends_the_memory =
      claim.is_by_memory_order() && is_use_and_free(trace, both[0], both[1]);
  if (!is_race_pair(trace, both[0], both[1]) && !ends_the_memory)
    return "the two events are no conflicting accesses of two threads";
  return std::nullopt;
}

Fault find_deadlock_misfit(const Trace& trace, const Claim& claim) {
  if (!claim.happen.empty() || claim.pending.size() < 2)
    return "a deadlock is two or more pending acquires";
  for (const EventId e : claim.pending)
    if (!wants_lock(trace.kind(e)) || trace.gives_up(e))
      return fmt::format("event {} is no acquire that waits for ever", e.value);
  return std::nullopt;
}

// Whether the same would have come of it if the remote access had been before or after both local
// ones. A write never leaves it the same: a local read sees it, or a local write overwrites it. A
// read can be moved, unless it saw what was only there between two writes.
bool is_serialisable(Kind first, Kind remote, Kind second) {
  return !writes(remote) && !(writes(first) && writes(second));
}

Fault find_interruption_misfit(const Trace& trace, EventId a, EventId r, EventId b) {
  if (trace.thread(a) != trace.thread(b) || trace.thread(a) == trace.thread(r))
    return "the first and the last access are not of one thread, the middle one not of another";
  if (!any(common(common_cells(trace, a, r), cells_of(trace, b))))
    return "the three accesses have no byte in common";
  if (is_serialisable(trace.kind(a), trace.kind(r), trace.kind(b)))
    return "the three accesses could as well have happened one after the other";
  return std::nullopt;
}

// Whether [i, j] and [k, l] are such pairs, of variables x and y.
bool is_crossing(const Trace& trace, EventId i, EventId j, EventId k, EventId l) {
  if (trace.thread(i) != trace.thread(l) || trace.thread(j) != trace.thread(k)) return false;
  if (trace.thread(i) == trace.thread(j)) return false;
  const Cells x = common_cells(trace, i, j), y = common_cells(trace, k, l);
  if (!any(x) || !any(y)) return false;
  const bool one_cell = x.begin == y.begin && x.end == x.begin + 1 && y.end == y.begin + 1;
  if (one_cell) return false;
  const Kind ki = trace.kind(i), kj = trace.kind(j), kk = trace.kind(k), kl = trace.kind(l);
  const bool outer_write = writes(ki) && writes(kl), inner_write = writes(kj) && writes(kk);
  const bool outer_read = reads(ki) && reads(kl), inner_read = reads(kj) && reads(kk);
  return (outer_write && (inner_write || inner_read)) || (outer_read && inner_write);
}

// Which events are which pair the claim does not say: [i, j] and [k, l] in turn end with its last
// event, and begin with one of the others.
bool is_crossing_in_some_way(const Trace& trace, const std::vector<EventId>& e) {
  const auto either_way = [&](size_t i, size_t j, size_t k, size_t l) {
    return is_crossing(trace, e[i], e[j], e[k], e[l]) || is_crossing(trace, e[k], e[l], e[i], e[j]);
  };
  return either_way(0, 1, 2, 3) || either_way(0, 2, 1, 3) || either_way(1, 2, 0, 3);
}

Fault find_atomicity_misfit(const Trace& trace, const Claim& claim) {
  const std::vector<EventId>& e = claim.happen;
  if (!claim.pending.empty() || e.size() < 3 || e.size() > 4)
    return "an atomicity violation is three or four accesses that happen";
  for (const EventId access : e)
    if (!is_access(trace.kind(access))) return fmt::format("event {} is no access", access.value);
  if (e.size() == 3) return find_interruption_misfit(trace, e[0], e[1], e[2]);
  return is_crossing_in_some_way(trace, e) ? Fault()
                                           : "the four accesses do not cross on two variables";
}

Fault find_free_misfit(const Trace& trace, const Claim& claim) {
  if (claim.happen.size() != 1 || claim.pending.size() != 1)
    return "a use after free is one free that happens and one pending event";
  const EventId free = claim.happen[0], use = claim.pending[0];
  if (trace.kind(free) != Kind::free || !trace.object(free).exists())
    return fmt::format("event {} frees no known object", free.value);
  if (claim.kind == BugKind::double_free ? frees_again(trace, free, use)
                                         : object_used_by(trace, use) == trace.object(free))
    return std::nullopt;
  return fmt::format("event {} does not touch the freed object", use.value);
}

Fault find_null_misfit(const Trace& trace, const Claim& claim) {
  if (claim.happen.size() != 2 || claim.pending.size() != 1)
    return "a null dereference is a write and a read that happen, and a pending access";
  const EventId write = claim.happen[0], read = claim.happen[1], access = claim.pending[0];
  if (!writes(trace.kind(write)) || !trace.has_value(write) || trace.value(write) != 0)
    return fmt::format("event {} writes no null", write.value);
  if (!reads(trace.kind(read)) || trace.thread(read) == trace.thread(write))
    return fmt::format("event {} is no read of another thread", read.value);
  const Location &x = trace.location_of(write), &y = trace.location_of(read);
  if (y.size != 8 || x.first_cell != y.first_cell || x.cell_count != y.cell_count)
    return fmt::format("events {} and {} are not of one pointer", write.value, read.value);
  if (!dereferences(trace, read, access))
    return fmt::format("event {} does not use the pointer of event {}", access.value, read.value);
  if (trace.value(read) == 0) return fmt::format("event {} read null in the trace", read.value);
  for (uint32_t k = 0; k < y.cell_count; ++k)
    if (trace.seen_write(read, k) != write) return std::nullopt;
  return fmt::format("event {} saw event {} in the trace, and not null", read.value, write.value);
}

}  // namespace

std::optional<std::string> find_misfit(const Trace& trace, const Claim& claim) {
  switch (claim.kind) {
    case BugKind::race:
      return find_race_misfit(trace, claim);
    case BugKind::deadlock:
      return find_deadlock_misfit(trace, claim);
    case BugKind::atomicity:
      return find_atomicity_misfit(trace, claim);
    case BugKind::use_after_free:
    case BugKind::double_free:
      return find_free_misfit(trace, claim);
    case BugKind::null:
      return find_null_misfit(trace, claim);
    case BugKind::order:
      return claim.happen.size() < 2 ? Fault("an order violation is two or more events") : Fault();
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;
  }
  return "a claim of unknown kind";
}

}  // namespace foreweave
