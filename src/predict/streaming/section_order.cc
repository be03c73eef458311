#include <algorithm>

#include "predict/streaming/section_engine.h"

namespace foreweave {

SectionOrder::SectionOrder(const Trace& trace)
    : trace_(trace),
      clocks_(trace, EdgeChoice{}, 3, {0, 2}),
      sections_(trace),
      last_release_(trace.lock_count()),
      cursors_(trace.lock_count()),
      scratch_(trace.thread_count()) {}

void SectionOrder::step(EventId e) {
  const Kind kind = trace_.kind(e);
  if (is_access(kind)) {
    clocks_.step_allocation(e);
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      sections_.access(e, CellId(location.first_cell.value + k),
                       [&](SectionId later, SectionId before) {
                         sections_touch(trace_.thread(e), later, before);
                       });
    return;
  }
  // An acquire first takes what the lock hands over: a failed try inherits it from the holder.
  if (acquires_lock(kind)) acquire(e);
  clocks_.step_sync(e);
  if (releases_lock(kind)) release(e);
}

void SectionOrder::acquire(EventId e) {
  const LockRows& rows = last_release_[trace_.lock(e).index()];
  const ThreadId t = trace_.thread(e);
  if (rows.exclusive != kNoRow) join_planes_h_and_p(t, rows.exclusive);
  if (rows.shared != kNoRow && !is_shared_mode(trace_.kind(e))) join_planes_h_and_p(t, rows.shared);
  wait_for_must_sections(t, rows, is_shared_mode(trace_.kind(e)));
  section_opens(t, sections_.open(e));
}

// If an earlier section of the lock must have begun (the thread was forked inside it, say), it must
// be over as well. Without this, wcp and cp as published suspect races where there are none:
// tests/regress/fork_inside_a_critical_section.std.
void SectionOrder::wait_for_must_sections(ThreadId t, const LockRows& lock, bool shared) {
  ClockRows& rows = clocks_.rows();
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t* must = rows.at(clocks_.row(t)) + 2 * threads();
    for (const LastSection& s : lock.sections) {
      if (s.thread == t || (shared && s.shared)) continue;
      const uint32_t bound = must[s.thread.index()];
      if (s.acquire.value < bound && s.release.value >= bound)
        changed |= ClockRows::join(must, rows.at(s.row) + 2 * threads(), threads());
    }
    if (changed) clocks_.row_changed(t);
  }
}

void SectionOrder::note_section(ThreadId t, LockRows& lock, const Section& section) {
  auto it = std::find_if(lock.sections.begin(), lock.sections.end(), [&](const LastSection& s) {
    return s.thread == t && s.shared == section.shared;
  });
  if (it == lock.sections.end())
    it = lock.sections.insert(it, {t, section.shared, {}, {}, clocks_.rows().make()});
  it->acquire = section.acquire;
  it->release = section.release;
  clocks_.publish_into(it->row, t, section.release);
}

void SectionOrder::release(EventId e) {
  const ThreadId t = trace_.thread(e);
  const LockId lock = trace_.lock(e);
  reach_back(t, sections_.find_open(t, lock));

  std::copy_n(clocks_.clock(t), threads(), scratch_.data());
  scratch_[t.index()] = e.value + 1;
  const SectionId closed = sections_.close(e, scratch_.data());

  LockRows& rows = last_release_[lock.index()];
  Row& row = is_shared_mode(trace_.kind(e)) ? rows.shared : rows.exclusive;
  if (row == kNoRow) row = clocks_.rows().make();
  clocks_.publish_into(row, t, e);
  note_section(t, rows, sections_.section(closed));
}

// Which earlier sections of the lock does P reach from the closing one? The acquires of exclusive
// sections are ordered by happens-before, so that if one is P-before the release, all earlier ones
// are: the cursor never goes back. Each sharing thread's sections are in order likewise.
void SectionOrder::reach_back(ThreadId t, SectionId closing) {
  const LockId lock = sections_.section(closing).lock;
  std::vector<uint32_t>& cursor = cursors_[lock.index()][t];
  const auto& sharers = sections_.shared(lock);
  if (cursor.size() < 1 + sharers.size()) cursor.resize(1 + sharers.size());
  advance(t, closing, sections_.exclusive(lock), cursor[0]);
  if (sections_.section(closing).shared) return;
  for (size_t i = 0; i < sharers.size(); ++i)
    advance(t, closing, sharers[i].sections, cursor[1 + i]);
}

void SectionOrder::advance(ThreadId t, SectionId closing, const std::vector<SectionId>& list,
                           uint32_t& cursor) {
  for (; cursor < list.size(); ++cursor) {
    const Section& before = sections_.section(list[cursor]);
    if (before.thread == t) continue;
    if (before.acquire.value >= p_of(t)[before.thread.index()]) return;
    sections_touch(t, closing, list[cursor]);
  }
}

void SectionOrder::order_after(ThreadId t, SectionId before) {
  const Section& section = sections_.section(before);
  // If P covers the release it covers what happens before it.
  if (section.release.value < p_of(t)[section.thread.index()]) return;
  uint32_t* p = clocks_.rows().at(clocks_.row(t)) + threads();
  if (ClockRows::join(p, sections_.inherited(before), threads())) clocks_.row_changed(t);
}

// A lock's hand-over: happens-before in front of or behind P is P; it is no must-order.
void SectionOrder::join_planes_h_and_p(ThreadId t, Row from) {
  ClockRows& rows = clocks_.rows();
  if (ClockRows::join(rows.at(clocks_.row(t)), rows.at(from), 2 * threads())) clocks_.row_changed(t);
}

}  // namespace foreweave
