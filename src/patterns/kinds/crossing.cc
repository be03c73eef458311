// Each unit keeps its last reads and writes. An access makes pairs with those to other cells; a
// pair of cells keeps classes of such pairs, with the latest instance of each. Two classes of
// different threads that are not both of reads and have no lock in common throughout are an open
// couple, if the two cells belong together (written_together.h) and one of the two pairs shows how
// it is done right: under one lock.
//
// Two pairs, of threads A and B, on cells x and y, cross if A is before B on x and behind it on y,
// or the other way round. Which orders of the four accesses do so follows from the program order of
// each: one order if both touch the cells in the same order, four if in opposite orders.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"
#include "patterns/kinds/atomicity.h"
#include "patterns/passes/by_unit.h"
#include "patterns/passes/keyed_list.h"
#include "patterns/passes/library_synchronisation.h"
#include "patterns/passes/lock_spans.h"
#include "patterns/passes/meeting_cells.h"
#include "patterns/passes/work_units.h"
#include "patterns/passes/written_together.h"

namespace foreweave {

namespace {

constexpr uint32_t kRemembered = 32;
constexpr size_t kPartners = 3;            // of an access: what its unit did last
constexpr size_t kMaxCellPairs = 1 << 20;  // further ones are cut
constexpr size_t kMaxPairs = 4096;         // of two cells; further ones are cut

class CrossingPattern {
 public:
  CrossingPattern(const Trace& trace, const PatternOptions& options)
      : trace_(trace),
        options_(options),
        order_(trace, options.model, options.with_unseen, kRemembered, options.orders),
        always_(trace, Model::sync, options.with_unseen, kRemembered, options.orders),
        found_(trace, BugKind::atomicity, SIZE_MAX, options),
        units_(trace),
        library_(trace),
        locks_(trace),
        has_marks_(trace.has(Kind::region_begin)),
        recent_(trace.thread_count()) {
    if (options.forgive) together_.emplace(trace, options.meetings);
  }

  Candidates find() {
    if (!has_marks_ && together_ && together_->is_empty()) return {};  // nothing could meet
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
  using SetId = LockSpans::SetId;

  struct Access {
    EventId event;
    CellId cell;
    SetId locks = 0;
    uint32_t at = 0;  // among the thread's events
    uint32_t round = 0;
  };
  // The last accesses of a unit, each to another cell.
  struct Recent {
    std::array<Access, kPartners> reads, writes;
  };
  struct PairKey {
    SlotId slot;  // of its thread
    SiteId first_site, second_site;
    bool writing;
    bool low_first;  // the first access is to the cell with the smaller number
    SetId first_locks, second_locks, throughout;
    bool marked;
    bool operator==(const PairKey&) const = default;
    uint64_t hash() const {
      return hash_of({slot.value, first_site.value, second_site.value,
                      uint64_t{marked} << 2 | uint64_t{writing} << 1 | uint64_t{low_first},
                      first_locks, second_locks, throughout});
    }
  };
  struct Pair {
    PairKey key;
    std::array<EventId, 2> events = {};  // the latest
    std::vector<uint32_t> open = {};     // others of the cells
  };
  struct CellPair {
    KeyedList<PairKey, Pair> pairs;
    CandidateCollector::Share share;
    bool is_left = false;
  };

  void access(EventId e) {
    if (trace_.stands_for_order(trace_.location(e)) || trace_.is_of_thing(e)) return;
    units_.reach(e);
    const ThreadId t = trace_.thread(e);
    const std::array<UnitId, 2> own = units_.invocations(e);
    act_in(own[0], false, e, t);
    if (own[1] != own[0]) act_in(own[1], false, e, t);
    for (const UnitId region : units_.regions(t)) act_in(region, true, e, t);
  }

  // `marked`: the program says that what the unit does belongs together.
  void act_in(UnitId unit, bool marked, EventId e, ThreadId t) {
    const Location& location = trace_.location_of(e);
    const Kind kind = trace_.kind(e);
    Access now{e, location.first_cell, locks_.now(t), units_.events_of(t),
               marked ? 0 : units_.round(t, unit)};
    Recent& recent = recent_[t.index()].at(t, unit, units_);
    for (uint32_t k = 0; k < location.cell_count; ++k, now.cell = CellId(now.cell.value + 1)) {
      if (reads(kind)) pair_up(recent.reads, false, marked, now);
      if (writes(kind)) pair_up(recent.writes, true, marked, now);
    }
  }

  void pair_up(std::array<Access, kPartners>& earlier, bool writing, bool marked,
               const Access& now) {
    const uint32_t farthest = marked ? UINT32_MAX : options_.local_distance;
    for (const Access& first : earlier)
      if (first.event.exists() && first.event != now.event && first.cell != now.cell &&
          now.at - first.at <= farthest && now.round == first.round)
        meet(first, now, writing, marked);
    // The newest one goes to the front; its cell's earlier one, or the oldest, goes.
    const auto same = std::find_if(earlier.begin(), earlier.end() - 1,
                                   [&](const Access& a) { return a.cell == now.cell; });
    std::move_backward(earlier.begin(), same, same + 1);
    earlier.front() = now;
  }

  void meet(const Access& first, const Access& second, bool writing, bool marked) {
    if (!marked && !may_cross(first.cell, second.cell)) return;
    if (!has_marks_ && together_ && !together_->mostly(first.cell, second.cell)) return;
    const auto [low, high] = std::minmax(first.cell, second.cell);
    const uint64_t cells = uint64_t{low.value} << 32 | high.value;
    auto it = cell_pairs_.find(cells);
    if (it == cell_pairs_.end()) {
      if (cell_pairs_.size() >= kMaxCellPairs) return found_.cut(1);
      it = cell_pairs_.try_emplace(cells).first;
    }
    CellPair& cell_pair = it->second;
    if (is_too_much(cell_pair)) return;
    KeyedList<PairKey, Pair>& pairs = cell_pair.pairs;
    const ThreadId t = trace_.thread(second.event);
    const PairKey key{order_.slots().of(t),
                      trace_.site(first.event),
                      trace_.site(second.event),
                      writing,
                      first.cell == low,
                      first.locks,
                      second.locks,
                      locks_.since(t, first.event),
                      marked};
    Pair& pair = pairs.find_or_add(key, [&](Pair& fresh, uint32_t number) {
      for (uint32_t i = 0; i < pairs.size(); ++i)
        if (fit(key, pairs[i].key) && belong_together(key, pairs[i].key, first, second)) {
          fresh.open.push_back(i);
          pairs[i].open.push_back(number);
        }
    });
    pair.events = {first.event, second.event};
    std::erase_if(pair.open, [&](uint32_t i) { return cross(pair, pairs[i], cell_pair.share); });
  }

  // They cross in the run, or accesses of one of the cells could come in another order.
  bool may_cross(CellId a, CellId b) const {
    const MeetingCells* const meetings = options_.meetings;
    return !meetings || meetings->has(a) || meetings->has(b);
  }

  // Then the rest of what is done to the two is not looked at.
  bool is_too_much(CellPair& p) {
    if (p.is_left) return true;
    p.is_left = p.share.is_used_up() || p.pairs.size() >= kMaxPairs;
    if (p.is_left) found_.cut(1);
    return p.is_left;
  }

  bool fit(const PairKey& a, const PairKey& b) const {
    return a.slot != b.slot && (a.writing || b.writing) &&
           !locks_.exclude(a.throughout, b.throughout);
  }

  // The program says so; or whoever writes them mostly writes both, and there is a lock that one of
  // the two pairs holds throughout and the other one only at each access, or both throughout, but
  // in shared mode.
  bool belong_together(const PairKey& a, const PairKey& b, const Access& x, const Access& y) const {
    if (!together_ || a.marked || b.marked) return true;
    return together_->mostly(x.cell, y.cell) &&
           (is_torn(a, b) || is_torn(b, a) || locks_.overlap(a.throughout, b.throughout));
  }
  bool is_torn(const PairKey& pair, const PairKey& whole) const {
    return locks_.exclude_each(pair.first_locks, pair.second_locks, whole.throughout);
  }

  // --- orders -----------------------------------------------------------------------------------

  // The four accesses in some order: which pair's turn it is.
  static constexpr std::array<std::array<uint8_t, 4>, 6> kTurns = {
      {{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {1, 1, 0, 0}}};

  // Offers each order in which they cross. True if no more are needed.
  bool cross(const Pair& a, const Pair& b, CandidateCollector::Share& share) {
    if (crossed_in_trace(a, b)) found_.forgive(key_of(a, b));
    bool enough = false;
    for (const auto& turns : kTurns)
      if (is_crossing(turns, a.key, b.key) && locks_allow(turns, a.key, b.key) &&
          order_allows(turns, a, b))
        enough |= offer(turns, a, b, share);
    return enough;
  }

  // a is before b on one cell and behind it on the other.
  static bool is_crossing(const std::array<uint8_t, 4>& turns, const PairKey& a, const PairKey& b) {
    std::array<std::array<int, 2>, 2> place{};  // by pair, by cell (low, high)
    std::array<int, 2> done{};
    for (int i = 0; i < 4; ++i) {
      const uint8_t who = turns[static_cast<size_t>(i)];
      const bool low_first = who == 0 ? a.low_first : b.low_first;
      const bool is_first = done[who]++ == 0;
      place[who][is_first == low_first ? 0 : 1] = i;
    }
    return (place[0][0] < place[1][0]) != (place[0][1] < place[1][1]);
  }

  // No access comes between the other pair's two under a lock that is held throughout there.
  bool locks_allow(const std::array<uint8_t, 4>& turns, const PairKey& a, const PairKey& b) const {
    std::array<int, 2> done{};
    for (const uint8_t who : turns) {
      const PairKey &mine = who == 0 ? a : b, &other = who == 0 ? b : a;
      const bool is_between = done[1 - who] == 1;
      const SetId held = done[who] == 0 ? mine.first_locks : mine.second_locks;
      if (is_between && locks_.exclude(held, other.throughout)) return false;
      ++done[who];
    }
    return true;
  }

  static std::array<EventId, 4> in_order(const std::array<uint8_t, 4>& turns, const Pair& a,
                                         const Pair& b) {
    std::array<EventId, 4> events;
    std::array<size_t, 2> done{};
    for (size_t i = 0; i < 4; ++i) events[i] = (turns[i] == 0 ? a : b).events[done[turns[i]]++];
    return events;
  }

  // No access must come before one that is to be before it. Nor is it an order that always is.
  bool order_allows(const std::array<uint8_t, 4>& turns, const Pair& a, const Pair& b) const {
    const std::array<EventId, 4> events = in_order(turns, a, b);
    const auto comes_first = [&](const CertainOrder& order, EventId e, EventId f) {
      return e < f && order.comes_first(e, f, trace_.thread(f));
    };
    bool always = true;
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = i + 1; j < 4; ++j) {
        if (turns[i] == turns[j]) continue;
        if (comes_first(order_, events[j], events[i])) return false;
        always &= j != i + 1 || comes_first(always_, events[i], events[j]);
      }
    return !always;
  }

  bool offer(const std::array<uint8_t, 4>& turns, const Pair& a, const Pair& b,
             CandidateCollector::Share& share) {
    return found_.offer(key_of(a, b), in_order(turns, a, b), &share);
  }

  // The same bug whichever of the two pairs is called a.
  static std::array<SiteId, 4> key_of(const Pair& a, const Pair& b) {
    const std::array<SiteId, 4> key = {a.key.first_site, a.key.second_site, b.key.first_site,
                                       b.key.second_site};
    if (std::array{key[2], key[3]} < std::array{key[0], key[1]})
      return {key[2], key[3], key[0], key[1]};
    return key;
  }

  static bool crossed_in_trace(const Pair& a, const Pair& b) {
    return std::any_of(kTurns.begin(), kTurns.end(), [&](const auto& turns) {
      const std::array<EventId, 4> events = in_order(turns, a, b);
      return std::is_sorted(events.begin(), events.end()) && is_crossing(turns, a.key, b.key);
    });
  }

  const Trace& trace_;
  const PatternOptions options_;
  CertainOrder order_, always_;  // under the model, and whatever reads see
  CandidateCollector found_;
  WorkUnits units_;
  const LibrarySynchronisation library_;
  LockSpans locks_;
  const bool has_marks_;
  std::optional<WrittenTogether> together_;  // none: whatever they are
  std::vector<ByUnit<Recent>> recent_;       // by thread
  std::unordered_map<uint64_t, CellPair> cell_pairs_;
};

}  // namespace

Candidates find_crossings(const Trace& trace, const PatternOptions& options) {
  const bool has_marks = trace.has(Kind::region_begin);
  if (!has_marks && options.meetings && options.meetings->is_empty()) return {};
  return CrossingPattern(trace, options).find();
}

}  // namespace foreweave
