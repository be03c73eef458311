#include "events/build/unseen_writes.h"

#include <algorithm>
#include <utility>

namespace foreweave {

namespace {

bool has_one_of(const Location& location, const BitSet& cells) {
  if (location.cell_count == 0) return false;
  const size_t first = location.first_cell.index();
  if (location.cell_count > 64) return cells.next(first) < first + location.cell_count;
  for (uint32_t k = 0; k < location.cell_count; ++k)  // the next member may be far away
    if (cells.contains(first + k)) return true;
  return false;
}

}  // namespace

UnseenWrites::UnseenWrites(Trace& trace, std::vector<Surprise> surprises)
    : trace_(trace), surprises_(std::move(surprises)), system_(number_of_system()) {}

void UnseenWrites::find() {
  if (!surprises_.empty()) judge_surprises();
  if (any_written_) mark_locations();
  const bool begins = trace_.has(Kind::external_begin) || trace_.has(Kind::unseen_begin);
  if (any_written_ || begins) find_places();
  const bool synchronises = begins || trace_.has(Kind::unseen_end);
  if (trace_.unseen_.placed.size() != 0 || synchronises) note_marks();
}

// Leaves in doubtful_ the cells that are written unseen.
void UnseenWrites::judge_surprises() {
  std::sort(surprises_.begin(), surprises_.end(),
            [](const Surprise& a, const Surprise& b) { return a.read < b.read; });
  doubtful_ = BitSet(trace_.cell_count() + 1);
  for (const Surprise& s : surprises_) doubtful_.add(s.cell.index());
  BitSet locations(trace_.locations_.size() + 1), written(trace_.cell_count() + 1);
  for (size_t l = 0; l < trace_.locations_.size(); ++l)
    if (has_one_of(trace_.locations_[l], doubtful_)) locations.add(l);
  find_shared(locations);

  std::vector<Thread> threads(trace_.thread_count());
  std::unordered_map<uint32_t, EventId> last_access;  // by cell
  size_t next = 0;
  for (EventId e(0); e.index() < trace_.size(); ++e.value) {
    const Kind kind = trace_.kind(e);
    Thread& thread = threads[trace_.thread(e).index()];
    if (marks_stretch(kind)) {
      if (kind == Kind::external_call && !trace_.has_value(e)) {
        thread.last_known = e;
        // It turned out to be a function that is known.
        if (std::exchange(thread.inside, false)) thread.last_unseen = e;
      } else if (!is_of_the_system(e))
        thread.last_unseen = e, thread.inside = begins_stretch(kind);
      continue;
    }
    // What called a thread's first function is such code, too.
    if (kind == Kind::call && !thread.first_call.exists()) thread.first_call = e;
    if (!is_access(kind) || !locations.contains(trace_.location(e).index())) continue;
    for (; next < surprises_.size() && surprises_[next].read == e; ++next) {
      const CellId cell = surprises_[next].cell;
      const auto last = last_access.find(cell.value);
      const EventId allocated = trace_.objects_[trace_.location_of(e).object.index()].allocated;
      if (is_harmless(surprises_[next], last == last_access.end() ? allocated : last->second,
                      threads))
        continue;
      written.add(cell.index());
      any_written_ = true;
    }
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      if (doubtful_.contains(location.first_cell.index() + k))
        last_access[location.first_cell.value + k] = e;
  }
  doubtful_ = std::move(written);
}

// Also by reads alone: what they would conflict with is what was not recorded.
void UnseenWrites::find_shared(const BitSet& locations) {
  shared_ = BitSet(trace_.cell_count() + 1);
  std::unordered_map<uint32_t, ThreadId> first;  // by cell
  for (EventId e(0); e.index() < trace_.size(); ++e.value) {
    if (!is_access(trace_.kind(e)) || !locations.contains(trace_.location(e).index())) continue;
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const CellId cell(location.first_cell.value + k);
      if (doubtful_.contains(cell.index()) &&
          first.try_emplace(cell.value, trace_.thread(e)).first->second != trace_.thread(e))
        shared_.add(cell.index());
    }
  }
}

// Nobody else touches it, and since it was last accessed nobody else has been where it can have
// been written. Of libc's functions it is known what they write, but for what they are given to
// fill: who finds that after a call of its own, in what it had not looked at since it wrote it, was
// the caller.
bool UnseenWrites::is_harmless(const Surprise& surprise, EventId last_access,
                               const std::vector<Thread>& threads) const {
  if (shared_.contains(surprise.cell.index()) ||
      trace_.crosses_threads(trace_.location(surprise.read)))
    return false;
  const auto is_since = [&](EventId mark) {
    return mark.exists() && (!last_access.exists() || mark > last_access);
  };
  const size_t self = trace_.thread(surprise.read).index();
  bool others_call_libc = false;
  for (size_t t = 0; t < threads.size(); ++t) {
    if (t == self) continue;
    if (threads[t].inside || is_since(threads[t].last_unseen)) return false;
    others_call_libc |= is_since(threads[t].last_known);
  }
  if (!others_call_libc) return true;
  const bool was_looked_at = last_access.exists() && is_access(trace_.kind(last_access)) &&
                             !writes(trace_.kind(last_access));
  const Thread& own = threads[self];
  return !was_looked_at && (own.inside || is_since(own.last_known) || is_since(own.last_unseen) ||
                            is_since(own.first_call));
}

bool UnseenWrites::is_of_the_system(EventId mark) const {
  return system_ != 0 && trace_.has_value(mark) && trace_.value(mark) == system_;
}

uint64_t UnseenWrites::number_of_system() const {
  for (const Attachment& attachment : trace_.attachments_) {
    if (attachment.name != UnseenOrder::kLibrariesAttachment) continue;
    uint64_t number = 1;
    for (std::string_view rest = attachment.bytes; !rest.empty(); ++number) {
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (name == UnseenOrder::kSystem) return number;
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
  }
  return 0;
}

// With all cells that are accessed together with one: nobody can say what a race on the others
// would mean.
void UnseenWrites::mark_locations() {
  for (bool grew = true; grew;) {
    grew = false;
    for (const Location& l : trace_.locations_) {
      if (l.cell_count < 2 || !has_one_of(l, doubtful_)) continue;
      for (uint32_t k = 0; k < l.cell_count; ++k) {
        grew |= !doubtful_.contains(l.first_cell.index() + k);
        doubtful_.add(l.first_cell.index() + k);
      }
    }
  }
  trace_.unseen_.objects = BitSet(trace_.objects_.size() + 1);
  for (size_t l = 0; l < trace_.locations_.size(); ++l) {
    if (!has_one_of(trace_.locations_[l], doubtful_)) continue;
    trace_.location_traits_[l] |= Trace::kWrittenUnseen;
    const ObjectId object = trace_.locations_[l].object;
    if (object != kOtherMemory) trace_.unseen_.objects.add(object.index());
  }
}

// What accesses memory that is written unseen, and what happens within a stretch.
void UnseenWrites::find_places() {
  std::vector<bool> inside(trace_.thread_count());
  BitSet placed(trace_.size() + 1);
  bool any = false;
  for (EventId e(0); e.index() < trace_.size(); ++e.value) {
    const Kind kind = trace_.kind(e);
    const size_t t = trace_.thread(e).index();
    if (marks_stretch(kind)) {
      if (!is_of_the_system(e)) inside[t] = begins_stretch(kind);
      continue;
    }
    // A place among its own thread's events is all that what nobody else touches needs.
    const bool shows =
        inside[t] && operand_of(kind) != Operand::none && (!is_access(kind) || trace_.interacts(e));
    if (!shows && !(is_access(kind) && trace_.is_written_unseen(trace_.location(e)))) continue;
    placed.add(e.index());
    trace_.interacting_.add(e.index());
    any = true;
  }
  if (any) trace_.unseen_.placed = std::move(placed);
}

void UnseenWrites::note_marks() {
  trace_.unseen_.threads.resize(trace_.thread_count());
  const bool any_placed = trace_.unseen_.placed.size() != 0;
  for (EventId e(0); e.index() < trace_.size(); ++e.value) {
    UnseenOrder::OfThread& mine = trace_.unseen_.threads[trace_.thread(e).index()];
    const Kind kind = trace_.kind(e);
    if (trace_.keeps_place(e)) mine.placed.push_back(e);
    if (!marks_stretch(kind)) continue;
    if (any_placed) mine.marks.push_back(e);
    if (may_synchronise(kind)) mine.synchronising.push_back(e);
    if (any_placed || may_synchronise(kind)) trace_.interacting_.add(e.index());
  }
}

}  // namespace foreweave
