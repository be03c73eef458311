#include "patterns/passes/written_together.h"

#include <algorithm>
#include <array>

#include "patterns/passes/by_unit.h"
#include "patterns/passes/work_units.h"

namespace foreweave {

namespace {

constexpr size_t kRemembered = 8;      // writes of a unit
constexpr size_t kMaxPairs = 1 << 20;  // further ones count as not written together

struct Written {
  CellId cell;
  uint32_t round = 0;
};
// What a unit wrote last, in a ring.
struct Unit {
  std::array<Written, kRemembered> last;
  size_t next = 0;
};

}  // namespace

void WrittenTogether::Count::add(ThreadId t, uint64_t in_unit, uint32_t in_round) {
  if (thread == t.value && unit == in_unit && round == in_round) return;
  ++steps;
  thread = t.value;
  unit = in_unit;
  round = in_round;
}

uint64_t WrittenTogether::key_of(CellId a, CellId b) {
  const auto [low, high] = std::minmax(a, b);
  return uint64_t{low.value} << 32 | high.value;
}

WrittenTogether::WrittenTogether(const Trace& trace, const MeetingCells* meetings) {
  std::vector<Count> alone(trace.cell_count());  // by cell
  FlatMap<Count> both;                           // by key_of
  WorkUnits units(trace);
  std::vector<ByUnit<Unit>> writing(trace.thread_count());
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    units.step(e);
    const Kind kind = trace.kind(e);
    if (!is_access(kind) || !trace.is_contended(trace.location(e))) continue;
    units.reach(e);
    if (!writes(kind)) continue;
    const ThreadId t = trace.thread(e);
    const std::array<WorkUnits::UnitId, 2> own = units.invocations(e);
    const Location& location = trace.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const CellId c(location.first_cell.value + k);
      const uint32_t step = units.round(t, own[0]);
      alone[c.index()].add(t, own[0], step);
      for (size_t u = 0; u < (own[0] == own[1] ? 1u : 2u); ++u) {
        const uint32_t round = units.round(t, own[u]);
        Unit& unit = writing[t.index()].at(t, own[u], units);
        for (const Written& w : unit.last)
          if (w.cell.exists() && w.cell != c && w.round == round && both.size() < kMaxPairs &&
              (!meetings || meetings->has(c) || meetings->has(w.cell)))
            both.find_or_add(key_of(w.cell, c)).value.add(t, own[0], step);
        unit.last[unit.next++ % kRemembered] = {c, round};
      }
    }
  }
  // Few are, and questions are many.
  both.for_each([&](uint64_t key, const Count& count) {
    const uint64_t most = std::max(alone[key >> 32].steps, alone[key & UINT32_MAX].steps);
    if (uint64_t{count.steps} * 4 >= most * 3) mostly_.find_or_add(key);
  });
}

}  // namespace foreweave
