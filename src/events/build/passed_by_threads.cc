#include "events/build/passed_by_threads.h"

#include <algorithm>
#include <utility>

namespace foreweave {

// --- what threads know of each other
// ---------------------------------------------------------------

ThreadLineage::ThreadLineage(size_t threads) : threads_(threads) {}

void ThreadLineage::note_fork(ThreadId parent, ThreadId child, EventId at) {
  threads_[child.index()].parent = parent;
  threads_[child.index()].forked_at = at;
}

void ThreadLineage::note_join(ThreadId by, ThreadId of, EventId at) {
  threads_[of.index()].joined_by = by;
  threads_[of.index()].joined_at = at;
  threads_[by.index()].asked = ThreadId::none();
}

uint32_t ThreadLineage::known_before(ThreadId now, ThreadId other) {
  Of& mine = threads_[now.index()];
  if (mine.asked != other) {
    constexpr uint32_t kDepth = 16;
    mine.answer = find_known(now, other, kDepth);
    mine.asked = other;
  }
  return mine.answer;
}

uint32_t ThreadLineage::find_known(ThreadId now, ThreadId other, uint32_t depth) const {
  if (now == other) return kAll;
  if (depth == 0) return 0;
  // It has ended, and whoever joined it is known up to there.
  const Of& its = threads_[other.index()];
  if (its.joined_by.exists() && its.joined_at.value < find_known(now, its.joined_by, depth - 1))
    return kAll;
  // It, or what came of it, created this thread.
  ThreadId descendant = now;
  for (uint32_t generations = 0; generations < depth && descendant.exists(); ++generations) {
    const Of& child = threads_[descendant.index()];
    if (child.parent == other) return child.forked_at.value;
    descendant = child.parent;
  }
  return 0;
}

// --- what passes between them
// ----------------------------------------------------------------------

PassedByThreads::PassedByThreads(Trace& trace) : trace_(trace), lineage_(trace.thread_count()) {}

void PassedByThreads::drop() {
  if (trace_.thread_count() < 2 || trace_.thread_count() > kFreed || !trace_.has(Kind::fork))
    return;
  find_candidates();
  open_ = static_cast<size_t>(std::ranges::count(kept_, uint8_t{0}));
  states_.resize(kept_.size());
  first_of_object_.resize(trace_.objects_.size(), kNone);
  for (const EventId e : trace_.interacting()) {
    if (open_ == 0) return;  // mostly soon: where threads meet, they meet again and again
    step(e);
  }
  keep_groups();
  take_out();
}

// Memory that somebody unseen writes is left to those who know more of it, and so are words by
// which the recorder tells of an order. What only one thread touches is no question.
void PassedByThreads::find_candidates() {
  kept_.assign(trace_.cell_count(), 1);
  with_next_.resize(trace_.cell_count());
  for (uint32_t l = 0; l < trace_.locations_.size(); ++l) {
    const Location& location = trace_.locations_[l];
    const bool is_candidate = trace_.location_traits_[l] != 0 &&
                              !trace_.is_written_unseen(LocationId(l)) &&
                              !trace_.stands_for_order(LocationId(l));
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const size_t cell = location.first_cell.index() + k;
      if (is_candidate) kept_[cell] = 0;
      if (k + 1 < location.cell_count) with_next_[cell] = 1;
    }
  }
}

// Who follows what reads of one location see has to follow the writes of all that overlap it, one
// after the other: their cells stand side by side.
void PassedByThreads::keep_groups() {
  const size_t cells = kept_.size();
  for (size_t c = 1; c < cells; ++c)
    if (with_next_[c - 1] && kept_[c - 1]) kept_[c] = 1;
  for (size_t c = cells; c-- > 1;)
    if (with_next_[c - 1] && kept_[c]) kept_[c - 1] = 1;
}

void PassedByThreads::take_out() {
  bool any = false;
  for (size_t l = 0; l < trace_.locations_.size(); ++l) {
    uint8_t& traits = trace_.location_traits_[l];
    if (traits == 0 || kept_[trace_.locations_[l].first_cell.index()]) continue;
    traits = 0;
    any = true;
  }
  if (!any) return;
  BitSet interacting(trace_.size());
  for (const EventId e : trace_.interacting())
    if (!is_access(trace_.kind(e)) || trace_.crosses_threads(trace_.location(e)))
      interacting.add(e.index());
  trace_.interacting_ = std::move(interacting);
}

// What keeps its place among unseen code is looked at, and so is all that it touches.
// A thread that acts before it is created or after it is joined is no thread of a run: the
// validator will say so.
void PassedByThreads::step(EventId e) {
  const Kind kind = trace_.kind(e);
  if (is_access(kind)) {
    const Location& location = trace_.location_of(e);
    const uint32_t first = location.first_cell.value;
    for (uint32_t cell = first; cell < first + location.cell_count; ++cell)
      if (!kept_[cell]) access(e, location.object, cell);
    if (trace_.keeps_place(e)) keep(first);
  } else if (kind == Kind::fork || kind == Kind::join) {
    const ThreadId other = trace_.other_thread(e);
    if (other.index() >= trace_.thread_count()) return;
    const ThreadEvents events = trace_.events_of(other);
    if (kind == Kind::fork && (events.empty() || e < events.front()))
      lineage_.note_fork(trace_.thread(e), other, e);
    if (kind == Kind::join && (events.empty() || events.back() < e))
      lineage_.note_join(trace_.thread(e), other, e);
  } else if (kind == Kind::free) {
    end(e, trace_.object(e));
  }
}

void PassedByThreads::access(EventId e, ObjectId object, uint32_t cell) {
  State& state = states_[cell];
  if (state.write == kNone && state.read == kNone) begin(e, object, cell);
  const ThreadId t = trace_.thread(e);
  const bool is_write = writes(trace_.kind(e));
  if (!knows_write(t, state) || (is_write && !knows_reads(t, state))) {
    keep(cell);
    return;
  }
  if (!is_write) return note_read(t, e, state);
  forget_reads(state);
  state.write = e.value;
  state.writer = t.value;
}

// The first access comes behind the allocation, and all others, by then, behind that or behind a
// write.
void PassedByThreads::begin(EventId first, ObjectId object, uint32_t cell) {
  if (object == kOtherMemory) return;
  State& state = states_[cell];
  const Object& about = trace_.objects_[object.index()];
  state.next_of_object = first_of_object_[object.index()];
  first_of_object_[object.index()] = cell;
  if (about.freed.exists() && about.freed < first) state.writer = kFreed;
  if (state.writer == kFreed || !about.allocated.exists()) return;
  state.write = about.allocated.value;
  state.writer = trace_.thread(about.allocated).value;
}

void PassedByThreads::end(EventId free, ObjectId object) {
  if (object.index() >= first_of_object_.size() || object == kOtherMemory) return;
  const ThreadId t = trace_.thread(free);
  for (uint32_t c = first_of_object_[object.index()]; c != kNone; c = states_[c].next_of_object) {
    State& state = states_[c];
    if (!knows_write(t, state) || !knows_reads(t, state)) keep(c);
    state.writer = kFreed;
  }
}

bool PassedByThreads::knows_write(ThreadId t, const State& state) {
  if (state.writer >= kFreed) return state.writer == kNobody;
  return lineage_.knows(t, ThreadId(state.writer), EventId(state.write));
}

bool PassedByThreads::knows_reads(ThreadId t, const State& state) {
  if (state.reader == kNobody) return true;
  if (state.reader != kMany) return lineage_.knows(t, ThreadId(state.reader), EventId(state.read));
  const std::vector<Reader>& readers = many_[state.read];
  return std::all_of(readers.begin(), readers.end(), [&](const Reader& reader) {
    return lineage_.knows(t, ThreadId(reader.thread), EventId(reader.event));
  });
}

// Reads that this one knows of need not be asked about again.
void PassedByThreads::note_read(ThreadId t, EventId e, State& state) {
  const uint32_t thread = t.value;
  if (state.reader != kMany && knows_reads(t, state)) {
    state.reader = thread;
    state.read = e.value;
    return;
  }
  if (state.reader != kMany) {
    if (unused_.empty()) {
      unused_.push_back(static_cast<uint32_t>(many_.size()));
      many_.emplace_back();
    }
    const uint32_t place = unused_.back();
    unused_.pop_back();
    many_[place] = {{state.reader, state.read}};
    state.reader = kMany;
    state.read = place;
  }
  std::vector<Reader>& readers = many_[state.read];
  const auto own = std::find_if(readers.begin(), readers.end(),
                                [&](const Reader& reader) { return reader.thread == thread; });
  if (own == readers.end())
    readers.push_back({thread, e.value});
  else
    own->event = e.value;
}

void PassedByThreads::forget_reads(State& state) {
  if (state.reader == kMany) unused_.push_back(state.read);
  state.reader = kNobody;
  state.read = kNone;
}

}  // namespace foreweave
