#include "agree/small_claims.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string_view>

#include "agree/links.h"
#include "base/check.h"

namespace foreweave::agree {

namespace {

EventId id(size_t e) { return EventId(static_cast<uint32_t>(e)); }

// The letters of the patterns: an update is both.
bool is(const Trace& trace, EventId e, char letter) {
  return letter == 'R' ? reads(trace.kind(e)) : writes(trace.kind(e));
}

using Cells = uint64_t;  // bit c is cell c

Cells cells_of(const Trace& trace, EventId e) {
  CHECK(trace.cell_count() <= 64, "brute force is for traces with few cells");
  if (!is_access(trace.kind(e))) return 0;
  Cells cells = 0;
  const Location& l = trace.location_of(e);
  for (uint32_t c = 0; c < l.cell_count; ++c) cells |= Cells{1} << (l.first_cell.value + c);
  return cells;
}

Cells common_cells(const Trace& trace, EventId a, EventId b) {
  return cells_of(trace, a) & cells_of(trace, b);
}

bool is_torn_apart(const Trace& trace, const std::vector<EventId>& e) {
  if (trace.thread(e[0]) != trace.thread(e[2]) || trace.thread(e[0]) == trace.thread(e[1]))
    return false;
  if (!(common_cells(trace, e[0], e[1]) & cells_of(trace, e[2]))) return false;
  for (const std::string_view pattern : {"RWR", "WRW", "WWR", "RWW", "WWW"})
    if (is(trace, e[0], pattern[0]) && is(trace, e[1], pattern[1]) && is(trace, e[2], pattern[2]))
      return true;
  return false;
}

bool crosses_as(const Trace& trace, EventId i, EventId j, EventId k, EventId l) {
  if (trace.thread(i) != trace.thread(l) || trace.thread(j) != trace.thread(k)) return false;
  if (trace.thread(i) == trace.thread(j)) return false;
  // A cell of the one pair and another cell of the other.
  const Cells x = common_cells(trace, i, j), y = common_cells(trace, k, l);
  if (!x || !y || (x == y && std::has_single_bit(x))) return false;
  for (const std::string_view pattern : {"WWWW", "WRRW", "RWWR"})
    if (is(trace, i, pattern[0]) && is(trace, j, pattern[1]) && is(trace, k, pattern[2]) &&
        is(trace, l, pattern[3]))
      return true;
  return false;
}

bool is_crossing(const Trace& trace, const std::vector<EventId>& e) {
  std::array<size_t, 4> place = {0, 1, 2, 3};  // of i, j, k, l
  do {
    if (place[0] < place[1] && place[2] < place[3] &&
        crosses_as(trace, e[place[0]], e[place[1]], e[place[2]], e[place[3]]))
      return true;
  } while (std::next_permutation(place.begin(), place.end()));
  return false;
}

// The object that an event uses and that may be gone.
ObjectId used_object(const Trace& trace, EventId e) {
  const Operand operand = operand_of(trace.kind(e));
  switch (operand) {
    case Operand::none:
    case Operand::thread:
    case Operand::object:
      return ObjectId::none();
    case Operand::memory:
      return trace.location_of(e).object;
    default:
      if (trace.kind(e) == Kind::barrier_leave) return ObjectId::none();
      return trace.sync_objects(operand)[trace.sync(e).index()].object;
  }
}

bool is_freed_at(const Trace& trace, EventId e) {
  return trace.kind(e) == Kind::free && trace.object(e).exists();
}

// a was the last at the address of b before b.
bool is_next_life(const Trace& trace, ObjectId a, ObjectId b) {
  const std::vector<Object> before = earlier_lives(trace, b);
  const EventId begin = trace.objects()[b.index()].allocated;
  return begin.exists() && !before.empty() &&
         before.back().freed == trace.objects()[a.index()].freed && before.back().freed < begin;
}

uint64_t address_of(const Trace& trace, EventId access) {
  const Location& l = trace.location_of(access);
  return trace.objects()[l.object.index()].address + l.offset;
}

bool feeds(const Trace& trace, EventId load, EventId use) {
  const SiteId from = trace.site_info(trace.site(use)).pointer_from;
  if (!from.exists() || trace.site(load) != from || !is_access(trace.kind(use))) return false;
  // The last execution of the load before the use, in the same thread, is this one.
  EventId last;
  for (size_t e = 0; e < use.index(); ++e)
    if (trace.thread(id(e)) == trace.thread(use) && trace.site(id(e)) == from) last = id(e);
  if (last != load || !trace.has_value(load)) return false;
  const uint64_t base = trace.value(load), address = address_of(trace, use);
  return address >= base && address < base + 4096;
}

bool has_pointers(const Trace& trace) {
  for (size_t e = 0; e < trace.size(); ++e)
    if (trace.site_info(trace.site(id(e))).pointer_from.exists()) return true;
  return false;
}

bool is_null_use(const Trace& trace, EventId write, EventId load, EventId use) {
  const Kind loading = trace.kind(load);
  if (!writes(trace.kind(write)) || (loading != Kind::read && loading != Kind::atomic_read))
    return false;
  if (trace.thread(write) == trace.thread(load)) return false;
  if (trace.location_of(load).size != 8 || cells_of(trace, write) != cells_of(trace, load))
    return false;
  if (!trace.has_value(write) || trace.value(write) != 0) return false;
  if (!trace.has_value(load) || trace.value(load) == 0) return false;
  // What the load saw there in the trace was not null.
  bool saw_something_else = false;
  for (uint32_t c = 0; c < trace.cell_count(); ++c) {
    if (!touches(trace, load, c)) continue;
    EventId last;
    for (size_t e = 0; e < load.index(); ++e)
      if (writes(trace.kind(id(e))) && touches(trace, id(e), c)) last = id(e);
    saw_something_else |= last != write;
  }
  return saw_something_else && feeds(trace, load, use);
}

bool all_of_different_threads(const Trace& trace, const std::vector<EventId>& events) {
  std::set<ThreadId> threads;
  for (const EventId e : events) threads.insert(trace.thread(e));
  return threads.size() == events.size();
}

// If it is held.
bool waits_for_a_lock(const Trace& trace, EventId e) {
  const Kind k = trace.kind(e);
  const bool wants = acquires_lock(k) || k == Kind::request || k == Kind::request_shared;
  return wants && !(trace.flags(e) & FW_FLAG_GIVES_UP);
}

// Whether `waiting` has to wait while the thread of `holding` stands before that event.
bool waits_for_holder(const Trace& trace, EventId waiting, EventId holding) {
  bool exclusive = false, shared = false;
  for (size_t e = 0; e < holding.index(); ++e) {
    const Kind k = trace.kind(id(e));
    if (trace.thread(id(e)) != trace.thread(holding) || operand_of(k) != Operand::lock) continue;
    if (trace.lock(id(e)) != trace.lock(waiting)) continue;
    if (acquires_lock(k)) (is_shared_mode(k) ? shared : exclusive) = true;
    if (releases_lock(k)) (is_shared_mode(k) ? shared : exclusive) = false;
  }
  return exclusive || (shared && !is_shared_mode(trace.kind(waiting)));
}

class Collector {
 public:
  Collector(const Trace& trace, BugKind kind) : trace_(trace), kind_(kind) {}

  void add(const Claim& claim) {
    const std::vector<EventId>& happen = claim.happen;
    for (size_t i = 0; i < happen.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (trace_.thread(happen[i]) == trace_.thread(happen[j]) && happen[i] < happen[j]) return;
    if (looks_like_its_kind(trace_, claim)) claims_.push_back(claim);
  }

  // Every way to put `happen` and `pending` events into the claim.
  void collect(size_t happen, size_t pending) {
    Claim claim{kind_, {}, {}};
    collect_rest(claim, happen, pending);
  }

  // Two accesses of one thread and one of another.
  void collect_interruptions() {
    Claim claim{kind_, {EventId(), EventId(), EventId()}, {}};
    for (size_t a = 0; a < trace_.size(); ++a) {
      if (!is_access(trace_.kind(id(a)))) continue;
      for (size_t r = 0; r < trace_.size(); ++r) {
        if (trace_.thread(id(r)) == trace_.thread(id(a)) || !common_cells(trace_, id(a), id(r)))
          continue;
        for (size_t b = a + 1; b < trace_.size(); ++b) {
          if (trace_.thread(id(b)) != trace_.thread(id(a)) || !is_access(trace_.kind(id(b))))
            continue;
          claim.happen = {id(a), id(r), id(b)};
          add(claim);
        }
      }
    }
  }

  void collect_crossings() {
    std::set<std::vector<EventId>> found;
    const auto of_thread_of = [&](size_t a, size_t b) {
      return trace_.thread(id(a)) == trace_.thread(id(b)) && a != b;
    };
    for (size_t i = 0; i < trace_.size(); ++i)
      for (size_t j = 0; j < trace_.size(); ++j)
        if (common_cells(trace_, id(i), id(j)) && trace_.thread(id(i)) != trace_.thread(id(j)))
          for (size_t k = 0; k < trace_.size(); ++k)
            for (size_t l = 0; of_thread_of(k, j) && l < trace_.size(); ++l)
              if (of_thread_of(l, i) && crosses_as(trace_, id(i), id(j), id(k), id(l)))
                add_orders(id(i), id(j), id(k), id(l), found);
    for (const std::vector<EventId>& happen : found) add(Claim::atomicity(happen));
  }

  void collect_deadlocks(std::vector<EventId> acquires) {
    if (acquires.size() >= 2 && waits_for_holder(trace_, acquires.back(), acquires.front()))
      add(Claim::deadlock(acquires));
    if (acquires.size() == 4) return;
    for (size_t e = 0; e < trace_.size(); ++e) {
      if (!waits_for_a_lock(trace_, id(e))) continue;
      if (!acquires.empty() && (trace_.thread(id(e)) <= trace_.thread(acquires.front()) ||
                                !waits_for_holder(trace_, acquires.back(), id(e))))
        continue;
      acquires.push_back(id(e));
      collect_deadlocks(acquires);
      acquires.pop_back();
    }
  }

  std::vector<Claim> take() { return std::move(claims_); }

 private:
  // All orders with i before j and k before l.
  static void add_orders(EventId i, EventId j, EventId k, EventId l,
                         std::set<std::vector<EventId>>& found) {
    for (const auto& order :
         {std::array{i, j, k, l}, std::array{i, k, j, l}, std::array{i, k, l, j},
          std::array{k, i, j, l}, std::array{k, i, l, j}, std::array{k, l, i, j}})
      found.emplace(order.begin(), order.end());
  }

  void collect_rest(Claim& claim, size_t happen, size_t pending) {
    if (happen == 0 && pending == 0) return add(claim);
    std::vector<EventId>& list = happen ? claim.happen : claim.pending;
    for (size_t e = 0; e < trace_.size(); ++e) {
      const bool mere_access = kind_ == BugKind::race || kind_ == BugKind::null;
      if (mere_access && !is_access(trace_.kind(id(e)))) continue;
      if (std::find(claim.happen.begin(), claim.happen.end(), id(e)) != claim.happen.end())
        continue;
      // A race is the same in either order.
      if (kind_ == BugKind::race && !claim.pending.empty() && id(e) < claim.pending[0]) continue;
      list.push_back(id(e));
      collect_rest(claim, happen ? happen - 1 : 0, happen ? pending : pending - 1);
      list.pop_back();
    }
  }

  const Trace& trace_;
  const BugKind kind_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Object> earlier_lives(const Trace& trace, ObjectId b) {
  std::vector<Object> lives;
  for (uint32_t o = 0; o < b.value; ++o)
    if (trace.objects()[o].address == trace.objects()[b.index()].address)
      lives.push_back(trace.objects()[o]);
  return lives;
}

bool looks_like_its_kind(const Trace& trace, const Claim& claim) {
  const std::vector<EventId>&happen = claim.happen, &pending = claim.pending;
  const auto has = [&](size_t happening, size_t waiting) {
    return happen.size() == happening && pending.size() == waiting;
  };
  const auto only_accesses = [&](const std::vector<EventId>& events) {
    return std::all_of(events.begin(), events.end(),
                       [&](EventId e) { return is_access(trace.kind(e)); });
  };
  for (const std::vector<EventId>* events : {&happen, &pending})
    for (const EventId e : *events) {
      if (is_access(trace.kind(e)) && trace.is_written_unseen(trace.location(e))) return false;
      if (trace.kind(e) == Kind::free &&
          (trace.is_written_unseen(trace.object(e)) || trace.is_counted_free(e)))
        return false;
    }
  switch (claim.kind) {
    case BugKind::race:
      return (has(0, 2) && can_race(trace, pending[0], pending[1])) ||
             (has(2, 0) && can_race(trace, happen[0], happen[1])) ||
             (has(2, 0) && is_freed_at(trace, happen[1]) && is_access(trace.kind(happen[0])) &&
              trace.thread(happen[0]) != trace.thread(happen[1]) &&
              used_object(trace, happen[0]) == trace.object(happen[1]));
    case BugKind::deadlock:
      return happen.empty() && pending.size() >= 2 && all_of_different_threads(trace, pending) &&
             std::all_of(pending.begin(), pending.end(),
                         [&](EventId e) { return waits_for_a_lock(trace, e); });
    case BugKind::atomicity:
      if (!pending.empty() || !only_accesses(happen)) return false;
      return happen.size() == 3 ? is_torn_apart(trace, happen)
                                : happen.size() == 4 && is_crossing(trace, happen);
    case BugKind::use_after_free:
      return has(1, 1) && is_freed_at(trace, happen[0]) &&
             used_object(trace, pending[0]) == trace.object(happen[0]);
    case BugKind::double_free:
      return has(1, 1) && is_freed_at(trace, happen[0]) && is_freed_at(trace, pending[0]) &&
             is_next_life(trace, trace.object(happen[0]), trace.object(pending[0]));
    case BugKind::null:
      return has(2, 1) && only_accesses(happen) &&
             is_null_use(trace, happen[0], happen[1], pending[0]);
    case BugKind::order:
      return true;
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;
  }
  return false;
}

std::vector<Claim> all_claims(const Trace& trace, BugKind kind) {
  Collector collector(trace, kind);
  switch (kind) {
    case BugKind::race:
      collector.collect(0, 2);
      break;
    case BugKind::deadlock:
      collector.collect_deadlocks({});
      break;
    case BugKind::atomicity:
      collector.collect_interruptions();
      collector.collect_crossings();
      break;
    case BugKind::use_after_free:
    case BugKind::double_free:
      collector.collect(1, 1);
      break;
    case BugKind::null:
      if (has_pointers(trace)) collector.collect(2, 1);
      break;
    case BugKind::order:
      collector.collect(2, 0);
      break;
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;
  }
  return collector.take();
}

}  // namespace foreweave::agree
