#include "model/order/certain_clocks.h"

#include "base/prefetch.h"

namespace foreweave {

namespace {

constexpr size_t kManyCells = 1 << 17;  // what is known of them does not fit into a cache

EdgeChoice edges_of(Model model, bool with_unseen) {
  const bool reads = info_of(model).fixes == Fixes::every_read;
  // Another post may feed a semaphore's wait, and another holder make a try fail.
  return {.plain_reads = reads,
          .atomic_reads = reads,
          .semaphores = false,
          .failed_tries = false,
          .unseen = with_unseen};
}

}  // namespace

CertainClocks::CertainClocks(const Trace& trace, Model model, bool with_unseen,
                             ClockListener& listener)
    : trace_(trace),
      by_decisions_(info_of(model).fixes == Fixes::earlier_reads && trace.has_decisions()),
      clocks_(trace, edges_of(model, with_unseen)),
      listener_(listener),
      rows_(clocks_.width()) {
  if (!by_decisions_) return;
  if_fixed_.resize(trace.thread_count(), kNoRow);
  unsettled_.resize(trace.thread_count());
  snapshots_.resize(trace.thread_count(), kNoRow);
  written_.resize(trace.cell_count());
}

void CertainClocks::arrive(EventId e) {
  if (by_decisions_) {
    if (written_.size() > kManyCells) fetch_ahead(e);
    settle_decisions(e);
  }
  const bool allocated = is_access(trace_.kind(e)) && clocks_.step_allocation(e);
  if (allocated) changed(trace_.thread(e), e);
}

void CertainClocks::execute(EventId e) {
  const ThreadId t = trace_.thread(e);
  const Kind kind = trace_.kind(e);
  if (is_access(kind)) {
    if (clocks_.step_access(e)) changed(t, e);
    if (!by_decisions_) return;
    if (reads(kind)) see_writes(e);
    if (unsettled_[t.index()] && trace_.decides_on_own_read(e)) {
      settle(t);
      changed(t, e);
    }
    if (writes(kind)) note_write(e);
    return;
  }
  if (clocks_.step_sync(e)) changed(t, e);
  if (operand_of(kind) != Operand::thread ||
      trace_.other_thread(e).index() >= trace_.thread_count())
    return;
  const ThreadId other = trace_.other_thread(e);
  if (kind == Kind::fork) {
    changed(other, e);
    if (const ThreadId over = clocks_.slots().assumed_before(other); over.exists()) {
      forget_if_fixed(over);
      forget_if_over(over);
    }
  } else if (trace_.partner(e).exists()) {
    forget_if_fixed(other);
    forget_if_over(other);
  }
}

void CertainClocks::forget_if_over(ThreadId t) {
  if (!clocks_.has_clock(t)) listener_.is_over(t);
}

// It does nothing any more.
void CertainClocks::forget_if_fixed(ThreadId t) {
  if (!by_decisions_ || if_fixed_[t.index()] == kNoRow) return;
  rows_.release(if_fixed_[t.index()]);
  if_fixed_[t.index()] = kNoRow;
  if (unsettled_[t.index()]) --unsettled_count_;
  unsettled_[t.index()] = false;
  if (snapshots_[t.index()] == kNoRow) return;
  drop(snapshots_[t.index()]);
  snapshots_[t.index()] = kNoRow;
}

void CertainClocks::changed(ThreadId t, EventId e) {
  listener_.changed(t, e);
  if (!by_decisions_ || snapshots_[t.index()] == kNoRow) return;
  drop(snapshots_[t.index()]);
  snapshots_[t.index()] = kNoRow;
}

// --- branch
// ---------------------------------------------------------------------------------------

void CertainClocks::settle_decisions(EventId up_to) {
  for (; scanned_ <= up_to.value && unsettled_count_ > 0; ++scanned_) {
    const EventId e(scanned_);
    if (trace_.decides(e) && unsettled_[trace_.thread(e).index()]) {
      settle(trace_.thread(e));
      changed(trace_.thread(e), e);
    }
  }
  scanned_ = up_to.value + 1;
}

void CertainClocks::settle(ThreadId t) {
  clocks_.join_clock(t, rows_.at(if_fixed_[t.index()]));
  unsettled_[t.index()] = false;
  --unsettled_count_;
}

// Cells lie all over memory, and the trace tells which ones come next.
void CertainClocks::fetch_ahead(EventId e) const {
  const size_t ahead = e.index() + 24;
  if (ahead >= trace_.size()) return;
  const EventId next(static_cast<uint32_t>(ahead));
  if (is_access(trace_.kind(next)))
    prefetch(&written_[trace_.location_of(next).first_cell.index()]);
}

void CertainClocks::see_writes(EventId e) {
  const ThreadId t = trace_.thread(e);
  const Location& location = trace_.location_of(e);
  if (if_fixed_[t.index()] == kNoRow) if_fixed_[t.index()] = rows_.make();
  uint32_t* const mine = rows_.at(if_fixed_[t.index()]);
  bool grew = false;
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const EventId write = trace_.seen_write(e, k);
    const Written& last = written_[location.first_cell.index() + k];
    if (!write.exists() || last.row == kNoRow) continue;
    const ThreadId by = last.write == write ? last.by : trace_.thread(write);
    if (by == t) continue;
    grew |= ClockRows::join(mine, rows_.at(last.row), rows_.width());
    uint32_t& of_writer = mine[clocks_.slots().of(by).index()];
    grew |= of_writer <= write.value;
    of_writer = std::max(of_writer, write.value + 1);
  }
  if (!grew) return;
  if (snapshots_[t.index()] != kNoRow) {
    drop(snapshots_[t.index()]);
    snapshots_[t.index()] = kNoRow;
  }
  if (unsettled_[t.index()]) return;
  unsettled_[t.index()] = true;
  ++unsettled_count_;
}

void CertainClocks::note_write(EventId e) {
  const Location& location = trace_.location_of(e);
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    Written& written = written_[location.first_cell.index() + k];
    if (written.row != kNoRow) drop(written.row);
    written = {handed_on(trace_.thread(e)), e, trace_.thread(e)};
    ++references_[written.row];
  }
}

Row CertainClocks::handed_on(ThreadId t) {
  Row& snapshot = snapshots_[t.index()];
  if (snapshot == kNoRow) {
    const Row fixed = if_fixed_[t.index()];
    snapshot = fixed == kNoRow ? rows_.make() : rows_.copy(fixed);
    ClockRows::join(rows_.at(snapshot), clocks_.clock(t), rows_.width());
    if (references_.size() <= snapshot) references_.resize(snapshot + 1);
    references_[snapshot] = 1;
  }
  return snapshot;
}

void CertainClocks::drop(Row row) {
  if (--references_[row] == 0) rows_.release(row);
}

}  // namespace foreweave
