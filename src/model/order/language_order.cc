#include "model/order/language_order.h"

#include "events/memory_order.h"

namespace foreweave {

LanguageOrder::LanguageOrder(const Trace& trace)
    : trace_(trace),
      slots_(trace),
      rows_(slots_.count()),
      fences_(trace.thread_count()),
      heads_(trace.cell_count(), kNoRow),
      locks_(trace.lock_count()),
      allocations_(trace.objects().size(), kNoRow),
      births_(trace.thread_count(), kNoRow) {
  for (size_t t = 0; t < trace.thread_count(); ++t) threads_.push_back(rows_.make());
  for (const Operand operand :
       {Operand::condition, Operand::barrier, Operand::semaphore, Operand::once})
    syncs_[static_cast<size_t>(operand)].assign(trace.sync_objects(operand).size(), kNoRow);
}

void LanguageOrder::step(EventId e) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  if (births_[t.index()] != kNoRow) {
    take(t, births_[t.index()]);
    forget(births_[t.index()]);
  }
  take_from_unseen(e, kind);
  step_seen(e, kind);
  give_to_unseen(e, kind);
}

void LanguageOrder::step_seen(EventId e, Kind kind) {
  switch (operand_of(kind)) {
    case Operand::memory:
      return step_access(e);
    case Operand::none:
      if (kind == Kind::fence) step_fence(e);
      return;
    case Operand::thread:
      return step_thread(e);
    case Operand::object:
      if (kind == Kind::allocate && trace_.object(e).exists())
        give(allocations_[trace_.object(e).index()], e);
      return;
    default:
      return step_object(e);
  }
}

// Code that was not recorded may have ordered these.
void LanguageOrder::take_from_unseen(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  if (marks_stretch(kind) && placed_ != kNoRow) take(t, placed_);
  if (kind == Kind::unseen_end && synchronising_ != kNoRow) take(t, synchronising_);
  if (trace_.keeps_place(e) && marks_ != kNoRow) take(t, marks_);
}

void LanguageOrder::give_to_unseen(EventId e, Kind kind) {
  if (marks_stretch(kind)) give(marks_, e);
  if (may_synchronise(kind)) give(synchronising_, e);
  if (trace_.keeps_place(e)) give(placed_, e);
}

void LanguageOrder::step_thread(EventId e) {
  const ThreadId other = trace_.other_thread(e);
  if (trace_.kind(e) == Kind::fork) {
    give(births_[other.index()], e);
    const ThreadId over = slots_.assumed_before(other);
    if (over.exists() && trace_.fork_of(other) == e) follow(other, over);
    return;
  }
  const EventId last = trace_.partner(e);
  if (!last.exists()) return;
  // Everything that the other thread knew when it ended, and itself. Of one that did nothing that
  // matters to others this is the first that we hear.
  if (births_[other.index()] != kNoRow) take(trace_.thread(e), births_[other.index()]);
  take(trace_.thread(e), threads_[other.index()]);
  uint32_t& own = rows_.at(threads_[trace_.thread(e).index()])[slots_.of(other).index()];
  own = std::max(own, last.value + 1);
}

// Thread `t`, which is being forked, comes behind all that `over` did
// (ThreadSlots::assumed_before).
void LanguageOrder::follow(ThreadId t, ThreadId over) {
  const Row birth = births_[t.index()];
  if (births_[over.index()] != kNoRow) rows_.join(birth, births_[over.index()]);
  rows_.join(birth, threads_[over.index()]);
  const ThreadEvents events = trace_.events_of(over);
  uint32_t& own = rows_.at(birth)[slots_.of(over).index()];
  if (!events.empty()) own = std::max(own, events.back().value + 1);
}

void LanguageOrder::step_object(EventId e) {
  const Kind kind = trace_.kind(e);
  const Operand operand = operand_of(kind);
  if (operand != Operand::lock)
    return pass_through(syncs_[static_cast<size_t>(operand)][trace_.sync(e).index()], e);
  if (asks_for_lock(kind)) return;
  Lock& lock = locks_[trace_.lock(e).index()];
  if (!is_shared_mode(kind)) {
    if (lock.shared != kNoRow) take(trace_.thread(e), lock.shared);
    return pass_through(lock.exclusive, e);
  }
  if (lock.exclusive != kNoRow) take(trace_.thread(e), lock.exclusive);
  give(lock.shared, e);
}

void LanguageOrder::step_fence(EventId e) {
  const ThreadId t = trace_.thread(e);
  Fences& fences = fences_[t.index()];
  if (has_acquire_order(trace_.flags(e)) && fences.seen != kNoRow) take(t, fences.seen);
  if (has_release_order(trace_.flags(e))) give(fences.released, e);
}

void LanguageOrder::step_access(EventId e) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  const Location& location = trace_.location_of(e);
  if (location.object.exists()) {
    const Row allocated = allocations_[location.object.index()];
    if (allocated != kNoRow) take(t, allocated);
  }
  const bool is_order = trace_.stands_for_order(trace_.location(e));
  const bool acquires = is_order || has_acquire_order(trace_.flags(e));
  const bool releases = is_order || has_release_order(trace_.flags(e));
  // An update first reads all of it.
  const size_t first = location.first_cell.index(), end = first + location.cell_count;
  if (is_atomic(kind) && reads(kind))
    for (size_t cell = first; cell < end; ++cell) read_atomically(t, heads_[cell], acquires);
  if (!writes(kind)) return;
  for (size_t cell = first; cell < end; ++cell)
    if (is_atomic(kind))
      write_atomically(e, cell, reads(kind), releases);
    else
      forget(heads_[cell]);
}

void LanguageOrder::read_atomically(ThreadId t, Row heads, bool acquires) {
  if (heads == kNoRow) return;
  if (acquires) return take(t, heads);
  Row& seen = fences_[t.index()].seen;
  if (seen == kNoRow) seen = rows_.make();
  rows_.join(seen, heads);
}

void LanguageOrder::write_atomically(EventId e, size_t cell, bool updates, bool releases) {
  const ThreadId t = trace_.thread(e);
  const uint64_t own = uint64_t{cell} << 32 | t.value;
  Row& heads = heads_[cell];
  const auto pass_on = [&](Row from) {
    if (heads == kNoRow) heads = rows_.make();
    rows_.join(heads, from);
  };
  if (!updates) forget(heads);
  if (releases) {
    give(heads, e);
    give(released_.try_emplace(own, kNoRow).first->second, e);
  } else if (!updates) {
    // Until C++20 a thread's own stores went on with what it had released, and there are programs
    // from before. Whatever others stored meanwhile: a reordering may be without that.
    if (const auto known = released_.find(own); known != released_.end()) pass_on(known->second);
  }
  if (const Row fence = fences_[t.index()].released; fence != kNoRow) pass_on(fence);
}

// Takes what is there, and leaves its own.
void LanguageOrder::pass_through(Row& slot, EventId e) {
  if (slot != kNoRow) take(trace_.thread(e), slot);
  give(slot, e);
}

void LanguageOrder::take(ThreadId t, Row from) { rows_.join(threads_[t.index()], from); }

void LanguageOrder::give(Row& to, EventId e) {
  const ThreadId t = trace_.thread(e);
  if (to == kNoRow) to = rows_.make();
  rows_.join(to, threads_[t.index()]);
  uint32_t& own = rows_.at(to)[slots_.of(t).index()];
  own = std::max(own, e.value + 1);
}

void LanguageOrder::forget(Row& row) {
  if (row != kNoRow) rows_.release(row);
  row = kNoRow;
}

bool has_weak_atomics(const Trace& trace) {
  if (!trace.has(Kind::atomic_read) && !trace.has(Kind::atomic_write) &&
      !trace.has(Kind::atomic_update))
    return false;
  for (const EventId e : trace.interacting())
    if (is_weak(trace.kind(e), trace.flags(e))) return true;
  return false;
}

}  // namespace foreweave
