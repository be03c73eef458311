// Each contended cell keeps classes of local pairs and of remote accesses, with the latest instance
// of each, as ConflictClasses does for accesses. A pair and a remote access that may come between
// are an open couple; it is visited when either occurs again.
//
// Threads that share a slot (thread_slots.h) count as one, of which the one comes after the other.
//
// Under same-write a read sees what it saw. So no write comes between a pair whose second access
// reads and saw a write of its own thread, or none at all; and no read comes behind a pair's first
// write that saw an earlier write of that thread, or none. Both facts are part of the class, so
// that the latest instance of a class still stands for all.
//
// If who touches a cell holds its guard or no lock at all, and nobody keeps another lock from one
// section of the guard to the next, then what a pair holds throughout is the guard or nothing, and
// nobody else's locks matter but the guard: classes differ by that alone. Where locks nest there
// would be as many as there are sets of locks.
//
// Two reads in critical sections of their own and a write by another thread under the same lock:
// the unit let go of the lock and looks again (PatternOptions::forgive). But if it goes on to write
// in that section, it may act on what it saw the first time. The claim is the two reads all the
// same: a write that depends on what the second one sees would keep it from seeing anything new.
#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <vector>

#include "events/recorded_run/value_flows.h"
#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"
#include "patterns/kinds/atomicity.h"
#include "patterns/passes/by_unit.h"
#include "patterns/passes/guarded_cells.h"
#include "patterns/passes/keyed_list.h"
#include "patterns/passes/library_synchronisation.h"
#include "patterns/passes/lock_spans.h"
#include "patterns/passes/meeting_cells.h"
#include "patterns/passes/touched_twice.h"
#include "patterns/passes/work_units.h"

namespace foreweave {

namespace {

constexpr uint32_t kRemembered = 32;
constexpr uint64_t kMostCouples = 1 << 22;  // of a cell
constexpr uint32_t kFar = 4096;

class InterruptionPattern {
 public:
  InterruptionPattern(const Trace& trace, const PatternOptions& options)
      : trace_(trace),
        options_(options),
        reads_keep_(info_of(options.model).fixes == Fixes::every_read),
        order_(trace, options.model, options.with_unseen, kRemembered, options.orders),
        always_(trace, Model::sync, options.with_unseen, kRemembered, options.orders),
        found_(trace, BugKind::atomicity, SIZE_MAX, options),
        units_(trace),
        flows_(trace),
        library_(trace),
        locks_(trace),
        guards_(cell_guards(trace)),
        slots_(trace.cell_count(), kNoSlot) {
    // Marked units may take as long as they like, and a long distance leaves nothing out.
    if (trace.has(Kind::region_begin) || options.local_distance > kFar) return;
    const BitSet twice = cells_touched_twice(trace, guards_, library_, options.local_distance);
    for (size_t c = 0; c < slots_.size(); ++c)
      if (!twice.contains(c)) slots_[c] = kNoPairs;
    // What comes between a pair is not ordered with its second access, or came there in the run.
    for (uint32_t c = 0; c < slots_.size() && options.meetings; ++c)
      if (!options.meetings->has(CellId(c))) slots_[c] = kNoPairs;
  }

  Candidates find() {
    if (std::ranges::all_of(slots_, [](uint32_t s) { return s == kNoPairs; })) return {};
    for (uint32_t i = 0; i < trace_.size(); ++i) {
      const EventId e(i);
      units_.step(e);
      if (!trace_.interacts(e)) continue;
      for (CertainOrder* order : {&order_, &always_}) {
        order->arrive(e);
        order->execute(e);
      }
      const Kind kind = trace_.kind(e);
      if (operand_of(kind) == Operand::lock) locks_.step(e);
      if (is_access(kind) && trace_.is_contended(trace_.location(e)) && !library_.is_of(e))
        access(e);
    }
    return std::move(found_).finish();
  }

 private:
  using UnitId = WorkUnits::UnitId;

  // What an access is to others. `saw`: under same-write, the slot of the write it saw.
  struct RemoteKey {
    SlotId slot;  // of its thread
    SiteId site;
    LockSpans::SetId locks;
    bool reads, writes;
    bool saw_nothing;
    SlotId saw;
    bool operator==(const RemoteKey&) const = default;
    uint64_t hash() const {
      return hash_of({slot.value, site.value, locks, saw.value,
                      uint64_t{reads} << 2 | uint64_t{writes} << 1 | uint64_t{saw_nothing}});
    }
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  enum class Look : uint8_t {
    none,
    again,    // two reads
    and_act,  // two reads, and a write in the critical section of the second
  };
  struct Remote {
    RemoteKey key;
    uint32_t number = kNone;                // among those of the cell
    uint32_t newer = kNone, older = kNone;  // the next ones by their latest
    EventId latest = {};
    std::vector<uint32_t> open = {};  // pairs of the cell
  };
  struct PairKey {
    SlotId slot;  // of its thread
    SiteId first_site, second_site;
    LockSpans::SetId locks;  // held all the time
    bool first_writes;
    bool lets_writes_in, lets_reads_in;
    Look look = Look::none;
    LockSpans::SetId first_locks = 0, second_locks = 0;  // of a pair with a look
    bool operator==(const PairKey&) const = default;
    uint64_t hash() const {
      return hash_of({slot.value, first_site.value, second_site.value, locks,
                      uint64_t{first_writes} << 4 | uint64_t{lets_writes_in} << 3 |
                          uint64_t{lets_reads_in} << 2 | static_cast<uint64_t>(look),
                      uint64_t{first_locks} << 32 | second_locks});
    }
  };
  struct Pair {
    PairKey key;
    EventId first = {}, second = {};  // the latest
    std::vector<uint32_t> open = {};  // remote accesses of the cell
  };
  struct Done {
    EventId event = {};
    uint32_t at = 0;  // among the thread's events
    uint32_t round = 0;
    LockSpans::SetId locks = 0;  // held then
  };
  // What a unit did to the cell last.
  struct Recent {
    Done access, write;
    // The last read before a critical section that begins with another read, and that one.
    Done look;
    EventId second_look;
  };
  struct Cell {
    LockId guard;                     // of most accesses; or none
    LockSpans::SetId only_guard = 0;  // the set of that, if other locks make no difference
    KeyedList<RemoteKey, Remote> remotes;
    uint32_t newest = kNone;  // of these, by its latest
    KeyedList<PairKey, Pair> pairs;
    std::vector<uint32_t> unguarded_remotes, unguarded_pairs;  // that do not hold it exclusively
    CandidateCollector::Share share;
    uint64_t couples = 0;  // of a pair and a remote access, that were compared
    bool is_left = false;
    ByUnit<Recent> recent;
  };
  static constexpr uint32_t kNoSlot = UINT32_MAX, kNoPairs = UINT32_MAX - 1;

  void access(EventId e) {
    if (trace_.stands_for_order(trace_.location(e)) || trace_.is_of_thing(e)) return;
    units_.reach(e);
    const std::array<UnitId, 2> both = units_.invocations(e);
    const std::span<const UnitId> own_units(both.data(), both[0] == both[1] ? 1 : 2);
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const CellId c(location.first_cell.value + k);
      if (slots_[c.index()] == kNoPairs) continue;
      Cell& cell = cell_at(c);
      if (is_too_much(cell)) continue;
      come_between(e, c, cell);
      for (const UnitId unit : own_units) end_pairs(e, c, unit, false, cell);
      for (const UnitId region : units_.regions(trace_.thread(e)))
        end_pairs(e, c, region, true, cell);
    }
  }

  Cell& cell_at(CellId c) {
    uint32_t& slot = slots_[c.index()];
    if (slot == kNoSlot) {
      slot = static_cast<uint32_t>(cells_.size());
      const CellGuard& guard = guards_[c.index()];
      Cell& cell = cells_.emplace_back();
      cell.guard = guard.lock;
      if (guard.lock.exists() && !guard.others_hold_locks && !guard.sections_may_be_held_together)
        cell.only_guard = locks_.of_lock(guard.lock);
    }
    return cells_[slot];
  }

  // Held now, or since before e, as far as it matters for the cell.
  LockSpans::SetId held_now(ThreadId t, const Cell& cell) {
    return cell.only_guard ? locks_.now(t, cell.guard, cell.only_guard) : locks_.now(t);
  }
  LockSpans::SetId held_since(ThreadId t, EventId e, const Cell& cell) {
    return cell.only_guard ? locks_.since(t, e, cell.guard, cell.only_guard) : locks_.since(t, e);
  }

  // Then the rest of what is done to it is not looked at.
  bool is_too_much(Cell& cell) {
    if (cell.is_left) return true;
    cell.is_left = cell.share.is_used_up() || cell.couples > kMostCouples;
    if (cell.is_left) found_.cut(1);
    return cell.is_left;
  }

  // --- e as the access of another thread --------------------------------------------------------

  void come_between(EventId e, CellId c, Cell& cell) {
    const Kind kind = trace_.kind(e);
    const ThreadId t = trace_.thread(e);
    RemoteKey key{slot(t), trace_.site(e), held_now(t, cell), reads(kind), writes(kind), false, {}};
    if (reads_keep_ && reads(kind)) {
      const EventId seen = seen_in(e, c);
      key.saw_nothing = !seen.exists();
      if (seen.exists()) key.saw = slot(trace_.thread(seen));
    }
    Remote& remote = cell.remotes.find_or_add(key, [&](Remote& fresh, uint32_t number) {
      fresh.number = number;
      const auto compare = [&](uint32_t p) {
        ++cell.couples;
        if (!fit(cell.pairs[p].key, key)) return;
        fresh.open.push_back(p);
        cell.pairs[p].open.push_back(number);
      };
      if (is_guarded(key.locks, cell)) {
        for (const uint32_t p : cell.unguarded_pairs) compare(p);
      } else {
        cell.unguarded_remotes.push_back(number);
        for (uint32_t p = 0; p < cell.pairs.size(); ++p) compare(p);
      }
    });
    remote.latest = e;
    move_to_front(cell, remote);
    std::erase_if(remote.open, [&](uint32_t p) {
      const Pair& pair = cell.pairs[p];
      if (order_.must_have_happened(pair.second, t)) return false;
      if (options_.forgive && always_.must_have_happened(pair.first, t)) return false;
      // It is later than the whole pair in the trace, and so saw no first write.
      if (pair.key.first_writes && key.saw == pair.key.slot) return false;
      return found_.offer(std::array{pair.first, e, pair.second}, &cell.share);
    });
  }

  SlotId slot(ThreadId t) const { return order_.slots().of(t); }

  // The remote accesses of a cell are linked by how late their latest is.
  static void move_to_front(Cell& cell, Remote& remote) {
    if (cell.newest == remote.number) return;
    if (remote.newer != kNone) {
      cell.remotes[remote.newer].older = remote.older;
      if (remote.older != kNone) cell.remotes[remote.older].newer = remote.newer;
    }
    remote.newer = kNone;
    remote.older = cell.newest;
    if (cell.newest != kNone) cell.remotes[cell.newest].newer = remote.number;
    cell.newest = remote.number;
  }

  // A pair and a remote access of which this holds exclude each other.
  bool is_guarded(LockSpans::SetId locks, const Cell& cell) const {
    return cell.guard.exists() && locks_.has_exclusively(locks, cell.guard);
  }

  bool fit(const PairKey& pair, const RemoteKey& remote) const {
    if (pair.slot == remote.slot) return false;
    if (!(remote.writes ? pair.lets_writes_in : pair.lets_reads_in)) return false;
    if (pair.first_writes && remote.saw_nothing) return false;
    if (pair.look != Look::none) {
      const bool sections_of_their_own =
          locks_.exclude_each(pair.first_locks, pair.second_locks, remote.locks);
      if (sections_of_their_own != (pair.look == Look::and_act)) return false;
    }
    return !locks_.exclude(pair.locks, remote.locks);
  }

  // --- e as the second of a pair -----------------------------------------------------------------

  // `marked`: the program says that what the unit does belongs together.
  void end_pairs(EventId e, CellId c, UnitId unit, bool marked, Cell& cell) {
    const ThreadId t = trace_.thread(e);
    const uint32_t now = units_.events_of(t);
    const uint32_t farthest = marked ? UINT32_MAX : options_.local_distance;
    const uint32_t round = marked ? 0 : units_.round(t, unit);
    const bool writing = writes(trace_.kind(e));
    Recent& recent = cell.recent.at(t, unit, units_);
    // An update is a step by itself: it sees what is there and changes that, so it cannot lose what
    // came before it; and what is left of a step that it was to end, or to begin, nobody says.
    if (options_.forgive && !marked && trace_.kind(e) == Kind::atomic_update) {
      recent = {};
      return;
    }
    const auto is_near = [&](const Done& done) {
      return done.event.exists() && now - done.at <= farthest && done.round == round;
    };
    const Done last = recent.access;
    const Done done{e, now, round, held_now(t, cell)};
    const bool looks_again = options_.forgive && !marked && last.event.exists() && !writing &&
                             last.event != recent.write.event;
    if (is_near(last)) {
      PairKey key = pair_of(last, e, last.event == recent.write.event, cell);
      key.lets_writes_in = !(reads_keep_ && reads(trace_.kind(e)) && saw_own_thread(e, c));
      if (looks_again) set_look(key, Look::again, last.locks, done.locks);
      end_pair(key, last.event, e, c, marked, cell);
    }
    const bool reads_between = recent.write.event != last.event;
    if (writing && reads_between && is_near(recent.write))
      end_pair(pair_of(recent.write, e, true, cell), recent.write.event, e, c, marked, cell);
    if (writing && is_near(recent.look)) {
      const EventId second = recent.second_look;
      PairKey key = pair_of(recent.look, second, false, cell);
      key.lets_writes_in = !(reads_keep_ && saw_own_thread(second, c));
      set_look(key, Look::and_act, recent.look.locks, held_since(t, second, cell));
      end_pair(key, recent.look.event, second, c, marked, cell);
    }
    if (looks_again && held_since(t, last.event, cell) != done.locks) {  // one was taken in between
      recent.look = last;
      recent.second_look = e;
    }
    recent.access = done;
    if (!writing) return;
    recent.write = done;
    recent.look = {};
  }

  PairKey pair_of(const Done& first, EventId second, bool first_writes, const Cell& cell) {
    const ThreadId t = trace_.thread(second);
    return {slot(t),
            trace_.site(first.event),
            trace_.site(second),
            held_since(t, first.event, cell),
            first_writes,
            false,
            first_writes && writes(trace_.kind(second))};
  }
  static void set_look(PairKey& key, Look look, LockSpans::SetId first, LockSpans::SetId second) {
    key.look = look;
    key.first_locks = first;
    key.second_locks = second;
  }

  void end_pair(const PairKey& key, EventId first, EventId e, CellId c, bool marked, Cell& cell) {
    const ThreadId t = trace_.thread(e);
    if (!key.lets_writes_in && !key.lets_reads_in) return;
    Pair& pair = cell.pairs.find_or_add(key, [&](Pair& fresh, uint32_t number) {
      const auto compare = [&](uint32_t r) {
        ++cell.couples;
        if (!fit(key, cell.remotes[r].key)) return;
        fresh.open.push_back(r);
        cell.remotes[r].open.push_back(number);
      };
      if (is_guarded(key.locks, cell)) {
        for (const uint32_t r : cell.unguarded_remotes) compare(r);
      } else {
        cell.unguarded_pairs.push_back(number);
        for (uint32_t r = 0; r < cell.remotes.size(); ++r) compare(r);
      }
    });
    pair.first = first;
    pair.second = e;
    if (!marked) forgive_what_came_between(pair, cell);
    std::erase_if(pair.open, [&](uint32_t r) {
      const Remote& remote = cell.remotes[r];
      if (order_.comes_first(remote.latest, first, t)) return false;
      if (waits_for_first(first, remote.latest) &&
          (options_.forgive || always_.must_have_happened(remote.latest, t)))
        return false;
      if (key.first_writes && remote.key.saw == key.slot && seen_in(remote.latest, c) < first)
        return false;
      return found_.offer(std::array{first, remote.latest, e}, &cell.share);
    });
  }

  // But who writes back what it computed from an older value has undone what came between, however
  // well the run ended.
  void forgive_what_came_between(const Pair& pair, const Cell& cell) {
    if (!pair.key.first_writes && flows_.lead_to_change(trace_, pair.first, pair.second)) return;
    for (uint32_t r = cell.newest; r != kNone && cell.remotes[r].latest > pair.first;
         r = cell.remotes[r].older)
      if (fit(pair.key, cell.remotes[r].key))
        found_.forgive(std::array{pair.first, cell.remotes[r].latest, pair.second});
  }

  // Whatever reads see: its thread was created, woken or let go on behind `first`. It does not
  // interrupt what had begun, it was told to come after it.
  bool waits_for_first(EventId first, EventId remote) const {
    return always_.comes_first(first, remote, trace_.thread(remote));
  }

  EventId seen_in(EventId read, CellId c) const {
    return trace_.seen_write(read, c.value - trace_.location_of(read).first_cell.value);
  }
  // The write that e saw there is of its own thread; or it saw what was there before all writes.
  bool saw_own_thread(EventId e, CellId c) const {
    const EventId seen = seen_in(e, c);
    return !seen.exists() || trace_.thread(seen) == trace_.thread(e);
  }

  const Trace& trace_;
  const PatternOptions options_;
  const bool reads_keep_;
  CertainOrder order_, always_;  // under the model, and whatever reads see
  CandidateCollector found_;
  WorkUnits units_;
  const ValueFlows flows_;
  const LibrarySynchronisation library_;
  LockSpans locks_;
  const std::vector<CellGuard> guards_;  // by cell
  std::vector<uint32_t> slots_;          // by cell, into cells_
  std::deque<Cell> cells_;
};

}  // namespace

Candidates find_interruptions(const Trace& trace, const PatternOptions& options) {
  const bool has_marks = trace.has(Kind::region_begin);
  if (!has_marks && options.meetings && options.meetings->is_empty()) return {};
  return InterruptionPattern(trace, options).find();
}

}  // namespace foreweave
