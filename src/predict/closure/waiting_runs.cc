#include "predict/closure/waiting_runs.h"

#include <algorithm>

#include "events/lives.h"

namespace foreweave {

namespace {

// Locks, conditions and the like; memory, objects and threads have links of their own.
bool is_named_by_number(Operand operand) {
  return operand != Operand::none && operand != Operand::memory && operand != Operand::object &&
         operand != Operand::thread;
}

uint64_t key(Operand operand, SyncId id) {
  return uint64_t{static_cast<uint8_t>(operand)} << 32 | id.value;
}

}  // namespace

bool WaitingRuns::reaches(EventId early, EventId late) {
  Run& run = run_of(early);
  last_ = &run;
  if (run.done < late.value) {
    for (const EventId e : trace_.interacting_between(EventId(run.done), late))
      go_on(run, early, e);
    run.done = late.value;
  }
  const ThreadId t = trace_.thread(late);
  if (run.stops[t.index()] < late.value || is_left_out(run, trace_.fork_of(t))) return false;
  if (trace_.kind(late) == Kind::free)
    return !is_left_out(run, trace_.partner(late)) &&
           !(trace_.has_unseen_order() && lacks_unseen(run, late));
  return has_memory(run, object_used_by(trace_, late));
}

WaitingRuns::Run& WaitingRuns::run_of(EventId early) {
  if (runs_.size() >= kMostRuns) runs_.clear();
  const auto [at, is_new] = runs_.try_emplace(early.value);
  if (is_new) {
    at->second.done = early.value;
    at->second.stops.assign(trace_.thread_count(), UINT32_MAX);
    stop(at->second, trace_.thread(early), early.value);
  }
  return at->second;
}

void WaitingRuns::go_on(Run& run, EventId early, EventId e) {
  const ThreadId t = trace_.thread(e);
  if (!is_left_out(run, e)) {
    if (can_happen(run, early, e)) return;
    stop(run, t, e.value);
  }
  const Operand operand = operand_of(trace_.kind(e));
  if (!is_named_by_number(operand)) return;
  const uint64_t what = key(operand, trace_.sync(e));
  if (std::find(run.left_out.begin(), run.left_out.end(), what) == run.left_out.end())
    run.left_out.push_back(what);
}

// Nor do the threads begin that it would have created.
void WaitingRuns::stop(Run& run, ThreadId t, uint32_t at) const {
  run.stops[t.index()] = at;
  for (uint32_t u = 0; u < run.stops.size(); ++u) {
    const EventId fork = trace_.fork_of(ThreadId(u));
    if (!fork.exists() || fork.value < at || trace_.thread(fork) != t) continue;
    const ThreadEvents events = trace_.events_of(ThreadId(u));
    if (!events.empty() && run.stops[u] > events.front().value)
      stop(run, ThreadId(u), events.front().value);
  }
}

bool WaitingRuns::can_happen(const Run& run, EventId early, EventId e) const {
  const Kind kind = trace_.kind(e);
  const Operand operand = operand_of(kind);
  if (trace_.has_unseen_order() && lacks_unseen(run, e)) return false;
  switch (operand) {
    case Operand::none:
      return true;
    case Operand::memory:
      return can_access(run, e);
    case Operand::thread: {
      if (kind != Kind::join) return true;
      const ThreadId joined = trace_.other_thread(e);
      return !joined.exists() || run.stops[joined.index()] == UINT32_MAX;
    }
    case Operand::object:
      if (kind != Kind::free) return true;
      return !is_left_out(run, trace_.partner(e)) &&
             trace_.object(e) != object_used_by(trace_, early);
    default:
      break;
  }
  if (!has_memory(run, object_used_by(trace_, e))) return false;
  if (acquires_lock(kind)) return can_acquire(run, e);
  if (releases_lock(kind) || asks_for_lock(kind)) return true;
  return std::find(run.left_out.begin(), run.left_out.end(), key(operand, trace_.sync(e))) ==
         run.left_out.end();
}

// Something is left out that code which was not recorded may need first.
bool WaitingRuns::lacks_unseen(const Run& run, EventId e) const {
  for (uint32_t u = 0; u < run.stops.size(); ++u)
    if (ThreadId(u) != trace_.thread(e) && run.stops[u] != UINT32_MAX &&
        is_left_out(run, trace_.unseen_before(e, ThreadId(u))))
      return true;
  return false;
}

// What it saw is the last write before it, so if that happens, it is so here, too.
bool WaitingRuns::can_access(const Run& run, EventId e) const {
  const Location& location = trace_.location_of(e);
  if (!has_memory(run, location.object)) return false;
  if (!reads(trace_.kind(e))) return true;
  for (uint32_t k = 0; k < location.cell_count; ++k)
    if (is_left_out(run, trace_.seen_write(e, k))) return false;
  return true;
}

// Only a thread that stopped can hold it: the others take turns as they did.
bool WaitingRuns::can_acquire(const Run& run, EventId e) const {
  const GroupedEvents& against = index_.sections_against(is_shared_mode(trace_.kind(e)));
  for (uint32_t u = 0; u < run.stops.size(); ++u) {
    const ThreadId t(u);
    if (run.stops[u] == UINT32_MAX || t == trace_.thread(e)) continue;
    const EventId held = against.last_before(trace_.lock(e).index(), t, run.stops[u]);
    if (held.exists() && (!trace_.partner(held).exists() || is_left_out(run, trace_.partner(held))))
      return false;
  }
  return true;
}

Reordering WaitingRuns::witness(EventId early, EventId late) const {
  std::vector<Segment> segments;  // behind what lies before `early`, as recorded
  const auto run_to = [&](ThreadId t, uint32_t count) {
    if (!segments.empty() && segments.back().thread == t)
      segments.back().until = count;
    else
      segments.push_back({t, count});
  };
  order_.for_each_run(early, late, [&](ThreadId t, EventId first, EventId end) {
    const EventId until(std::min(end.value, last_->stops[t.index()]));
    if (until > first) run_to(t, trace_.events_of(t).index_from(until));
  });
  const ThreadId t = trace_.thread(late);
  if (trace_.kind(late) == Kind::free) run_to(t, trace_.events_of(t).index_from(late) + 1);
  return {early.value, std::move(segments)};
}

}  // namespace foreweave
