#include "model/order/order_clocks.h"

#include "base/prefetch.h"

namespace foreweave {

namespace {

constexpr size_t kManyCells = 1 << 17;  // what is known of them does not fit into a cache

// By thread: somebody joins it. Empty if no slot was taken by an assumption, since then nobody
// asks.
std::vector<bool> threads_to_join(const Trace& trace, const ThreadSlots& slots) {
  std::vector<bool> joined;
  if (slots.assumed_count() == 0) return joined;
  joined.resize(trace.thread_count());
  for (const EventId e : trace.interacting())
    if (trace.kind(e) == Kind::join && trace.other_thread(e).index() < joined.size())
      joined[trace.other_thread(e).index()] = true;
  return joined;
}

}  // namespace

OrderClocks::OrderClocks(const Trace& trace, EdgeChoice edges, uint32_t planes,
                         std::initializer_list<uint32_t> own_planes)
    : trace_(trace),
      edges_(edges),
      slots_(trace),
      rows_(slots_.count() * planes),
      joined_(threads_to_join(trace, slots_)),
      nothing_(rows_.make()),
      thread_rows_(trace.thread_count(), nothing_),
      told_(trace.thread_count()),
      snapshots_(trace.thread_count(), kNoRow),
      last_writes_(trace.cell_count()),
      last_object_(trace.thread_count()),
      semaphores_(trace.sync_objects(Operand::semaphore).size()),
      onces_(trace.sync_objects(Operand::once).size(), kNoRow),
      scratch_(slots_.count() * planes) {
  for (const uint32_t plane : own_planes) own_offsets_.push_back(plane * slots_.count());
  must_offset_ = own_offsets_.back();
  edges_.unseen &= trace.has_unseen_order();
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const EventId fork = trace.fork_of(ThreadId(t));
    const ThreadEvents events = trace.events_of(ThreadId(t));
    if (!fork.exists() || (!events.empty() && events.front() < fork)) begin(ThreadId(t));
  }
  if (edges_.failed_tries && (trace.has(Kind::failed_try) || trace.has(Kind::failed_try_shared)))
    holders_.resize(trace.lock_count());
}

// Only threads that live have rows of their own, and those whose slots may still be given on.
void OrderClocks::begin(ThreadId t) {
  if (row(t) == nothing_) thread_rows_[t.index()] = rows_.make();
}

void OrderClocks::end(ThreadId t) {
  if (row(t) == nothing_) return;
  row_changed(t);
  rows_.release(row(t));
  thread_rows_[t.index()] = nothing_;
}

// Thread `t`, which is being forked, comes behind all that `over` did
// (ThreadSlots::assumed_before).
void OrderClocks::follow(ThreadId t, ThreadId over) {
  rows_.join(row(t), row(over));
  const ThreadEvents events = trace_.events_of(over);
  for (const uint32_t offset : own_offsets_) {
    uint32_t& own = rows_.at(row(t))[offset + slots_.of(over).value];
    if (!events.empty()) own = std::max(own, events.back().value + 1);
  }
  if (!joined_[over.index()]) end(over);
}

bool OrderClocks::join_clock(ThreadId t, const uint32_t* from) {
  if (!ClockRows::join(rows_.at(row(t)), from, rows_.width())) return false;
  row_changed(t);
  return true;
}

void OrderClocks::row_changed(ThreadId t) {
  Row& snapshot = snapshots_[t.index()];
  if (snapshot == kNoRow) return;
  drop_snapshot(snapshot);
  snapshot = kNoRow;
}

bool OrderClocks::join(ThreadId t, Row from) { return join_clock(t, rows_.at(from)); }

Row OrderClocks::published(ThreadId t, EventId e) {
  note_told(t, e);
  const Row out = rows_.copy(row(t));
  for (const uint32_t offset : own_offsets_)
    rows_.at(out)[offset + slots_.of(t).value] = e.value + 1;
  return out;
}

void OrderClocks::publish_into(Row to, ThreadId t, EventId e) {
  rows_.join(to, row(t));
  for (const uint32_t offset : own_offsets_) {
    uint32_t& own = rows_.at(to)[offset + slots_.of(t).value];
    own = std::max(own, e.value + 1);
  }
}

void OrderClocks::keep(Row& slot, ThreadId t, EventId e) {
  if (slot == kNoRow) slot = rows_.make();
  note_told(t, e);
  publish_into(slot, t, e);
}

bool OrderClocks::step_sync(EventId e) {
  const Kind kind = trace_.kind(e);
  if (!edges_.unseen) return step_seen_sync(e, kind);
  bool changed = arrive_unseen(e, kind);
  changed |= step_seen_sync(e, kind);
  publish_unseen(e, kind);
  return changed;
}

bool OrderClocks::step_seen_sync(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  bool changed = false;
  switch (operand_of(kind)) {
    case Operand::none:
    case Operand::memory:
      return changed;
    case Operand::thread:
      return step_thread(e, kind) || changed;
    case Operand::object:
      if (kind == Kind::allocate)
        allocations_[trace_.object(e).value] = published(t, e);
      else
        changed |= step_allocation(e);
      return changed;
    default:
      break;
  }
  changed |= step_allocation(e);
  switch (operand_of(kind)) {
    case Operand::condition:
      return step_condition(e, kind) || changed;
    case Operand::barrier:
      return step_barrier(e, kind) || changed;
    case Operand::semaphore:
      return step_semaphore(e, kind) || changed;
    case Operand::once:
      return step_once(e, kind) || changed;
    case Operand::lock:
      return step_lock(e, kind) || changed;
    default:
      return changed;
  }
}

// Marks of stretches and what keeps its place among them; and ends of stretches behind all marks
// before them, where that code may synchronise.
bool OrderClocks::arrive_unseen(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  if (!marks_stretch(kind)) return trace_.keeps_place(e) && join_kept(t, unseen_.marks);
  bool changed = join_kept(t, unseen_.placed);
  if (kind == Kind::unseen_end) changed |= join_kept(t, unseen_.synchronising);
  return changed;
}

void OrderClocks::publish_unseen(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  if (trace_.keeps_place(e)) keep(unseen_.placed, t, e);
  if (!marks_stretch(kind)) return;
  keep(unseen_.marks, t, e);
  if (may_synchronise(kind)) keep(unseen_.synchronising, t, e);
}

bool OrderClocks::step_thread(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e), other = trace_.other_thread(e);
  if (other.index() >= thread_rows_.size()) return false;
  if (kind == Kind::fork) {
    note_told(t, e);
    begin(other);
    publish_into(row(other), t, e);  // nothing of the child came before
    if (const ThreadId over = slots_.assumed_before(other);
        over.exists() && trace_.fork_of(other) == e)
      follow(other, over);
    return false;
  }
  const EventId last = trace_.partner(e);  // the child's last event
  if (!last.exists()) return false;
  std::copy_n(clock(other), rows_.width(), scratch_.data());
  for (const uint32_t offset : own_offsets_)
    scratch_[offset + slots_.of(other).value] = last.value + 1;
  end(other);
  return join_clock(t, scratch_.data());
}

bool OrderClocks::step_allocation(EventId e) {
  ObjectId object;
  const Operand operand = operand_of(trace_.kind(e));
  if (operand == Operand::memory) {
    if (!trace_.may_be_handed_over(trace_.location(e))) return false;
    object = trace_.location_of(e).object;
  } else if (operand == Operand::object) {
    object = trace_.object(e);
  } else {
    object = trace_.sync_objects(operand)[trace_.sync(e).index()].object;
  }
  if (!object.exists() || object.value == 0) return false;
  const ThreadId t = trace_.thread(e);
  ObjectId& last = last_object_[t.index()];  // most come one after the other
  if (last == object) return false;
  last = object;
  const EventId allocated = trace_.objects()[object.index()].allocated;
  if (!allocated.exists()) return false;
  const ThreadId by = trace_.thread(allocated);
  if (by == t || clock(t)[must_offset_ + slots_.of(by).value] > allocated.value) return false;
  return join(t, allocations_.at(object.value));
}

bool OrderClocks::step_condition(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  if (kind == Kind::signal || kind == Kind::broadcast) {
    signals_[e.value] = published(t, e);
  } else if (kind == Kind::wait_end && trace_.partner(e).exists()) {
    return join(t, signals_.at(trace_.partner(e).value));
  }
  return false;
}

bool OrderClocks::step_barrier(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  const uint32_t number = trace_.barrier_round_number(e);
  if (kind == Kind::barrier_leave) return join(t, rounds_.at(number));
  bool changed = false;
  const BarrierRound& round = trace_.barrier_rounds()[number];
  if (round.previous != UINT32_MAX) changed = join(t, rounds_.at(round.previous));
  const bool is_last_of_several = round.arrivals.back() == e && round.arrivals.front() != e;
  if (is_last_of_several) changed |= join(t, rounds_.at(number));
  keep(rounds_.emplace(number, kNoRow).first->second, t, e);
  return changed;
}

bool OrderClocks::step_semaphore(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  Semaphore& s = semaphores_[trace_.sync(e).index()];
  bool changed = false;
  switch (kind) {
    case Kind::semaphore_init:
      changed = join_kept(t, s.all);
      break;
    case Kind::semaphore_post:
      changed = join_kept(t, s.init);
      break;
    case Kind::semaphore_wait:
      changed = join_kept(t, edges_.semaphores ? s.posts : s.init);
      break;
    case Kind::semaphore_failed_try:
      changed = join_kept(t, edges_.semaphores ? s.all : s.init);
      break;
    default:
      break;
  }
  keep(s.all, t, e);
  if (kind == Kind::semaphore_init) {
    keep(s.init, t, e);
    keep(s.posts, t, e);
  }
  if (kind == Kind::semaphore_post) keep(s.posts, t, e);
  return changed;
}

bool OrderClocks::step_once(EventId e, Kind kind) {
  const ThreadId t = trace_.thread(e);
  Row& ended = onces_[trace_.sync(e).index()];
  if (kind == Kind::once_end) {
    keep(ended, t, e);
    return false;
  }
  return join_kept(t, ended);
}

bool OrderClocks::step_lock(EventId e, Kind kind) {
  if (holders_.empty() || asks_for_lock(kind)) return false;
  const ThreadId t = trace_.thread(e);
  std::vector<Holder>& holders = holders_[trace_.lock(e).index()];
  if (acquires_lock(kind)) {
    holders.push_back({t, is_shared_mode(kind), published(t, e)});
    return false;
  }
  for (size_t i = 0; i < holders.size(); ++i) {
    if (releases_lock(kind) && holders[i].thread == t) {
      rows_.release(holders[i].row);
      holders.erase(holders.begin() + static_cast<ptrdiff_t>(i));
      return false;
    }
    const bool keeps_out = kind == Kind::failed_try || !holders[i].shared;
    if (!releases_lock(kind) && holders[i].thread != t && keeps_out) return join(t, holders[i].row);
  }
  return false;
}

// --- accesses -----------------------------------------------------------------------------------

// Nothing is said about races in memory that is written unseen, so that an access there must not
// hide that what follows needs the write that it saw.
bool OrderClocks::is_ordered_by_reads(EventId access) const {
  return is_atomic(trace_.kind(access)) ||
         (edges_.unseen && trace_.is_written_unseen(trace_.location(access)));
}

// Cells lie all over memory, and the trace tells which ones come next.
void OrderClocks::fetch_ahead(EventId e) const {
  const size_t ahead = e.index() + 24;
  if (ahead >= trace_.size()) return;
  const EventId next(static_cast<uint32_t>(ahead));
  if (is_access(trace_.kind(next)))
    prefetch(&last_writes_[trace_.location_of(next).first_cell.index()]);
}

bool OrderClocks::step_access(EventId e) {
  if (edges_.plain_reads && last_writes_.size() > kManyCells) fetch_ahead(e);
  const Kind kind = trace_.kind(e);
  bool changed = edges_.unseen && arrive_unseen(e, kind);
  const bool atomic = is_ordered_by_reads(e);
  if (edges_.plain_reads || atomic) {
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; reads(kind) && k < location.cell_count; ++k)
      changed |=
          see_write(e, CellId(location.first_cell.value + k), trace_.seen_write(e, k), atomic);
    for (uint32_t k = 0; writes(kind) && k < location.cell_count; ++k)
      note_write(e, CellId(location.first_cell.value + k), atomic);
  }
  if (edges_.unseen) publish_unseen(e, kind);
  return changed;
}

bool OrderClocks::see_write(EventId e, CellId cell, EventId write, bool atomic) {
  const LastWrite& last = last_writes_[cell.index()];
  if (!write.exists() || last.row == kNoRow) return false;
  // Without plain reads only atomic writes are noted; a plain write may have come after the last.
  if (!edges_.plain_reads && !is_ordered_by_reads(write)) return false;
  const bool wanted = edges_.plain_reads || (edges_.atomic_reads && last.atomic && atomic);
  const ThreadId t = trace_.thread(e), by = trace_.thread(write);
  if (!wanted || by == t || clock(t)[must_offset_ + slots_.of(by).value] > write.value)
    return false;
  std::copy_n(rows_.at(last.row), rows_.width(), scratch_.data());
  for (const uint32_t offset : own_offsets_)
    scratch_[offset + slots_.of(by).value] = write.value + 1;
  return join_clock(t, scratch_.data());
}

// Many writes between two changes of a thread's clock share one copy of it.
Row OrderClocks::shared_snapshot(ThreadId t) {
  Row& snapshot = snapshots_[t.index()];
  if (snapshot == kNoRow) {
    snapshot = rows_.copy(row(t));
    if (references_.size() <= snapshot) references_.resize(snapshot + 1);
    references_[snapshot] = 1;
  }
  ++references_[snapshot];
  return snapshot;
}

void OrderClocks::drop_snapshot(Row row) {
  if (--references_[row] == 0) rows_.release(row);
}

void OrderClocks::note_write(EventId e, CellId cell, bool atomic) {
  LastWrite& last = last_writes_[cell.index()];
  if (last.row != kNoRow) drop_snapshot(last.row);
  note_told(trace_.thread(e), e);
  last.row = shared_snapshot(trace_.thread(e));
  last.atomic = atomic;
}

}  // namespace foreweave
