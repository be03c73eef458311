#include <algorithm>

#include "predict/streaming/section_engine.h"

namespace foreweave {

SectionOrder::SectionOrder(const Trace& trace, bool only_order)
    : trace_(trace),
      only_order_(only_order),
      clocks_(trace, EdgeChoice{}, 3, {0, 2}),
      sections_(trace, clocks_.slots(), only_order),
      must_sections_(trace, clocks_.slots()),
      entangled_(trace),
      last_release_(trace.lock_count()),
      scratch_(clocks_.width()) {}

void SectionOrder::step(EventId e) {
  const Kind kind = trace_.kind(e);
  sections_.fetch_ahead(e);
  if (is_access(kind)) {
    if (clocks_.step_allocation(e)) wait_for_must_sections(trace_.thread(e));
    const ThreadId t = trace_.thread(e);
    if (sections_.held(t).empty()) return;
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      sections_.access(
          e, CellId(location.first_cell.value + k),
          [&](SlotId of, EventId release) {
            return only_order_ && release.value < p_of(t)[of.index()];
          },
          [&](SectionId later, SectionId before) { sections_touch(t, later, before); });
    return;
  }
  // An acquire first takes what the lock hands over: a failed try inherits it from the holder.
  if (acquires_lock(kind)) acquire(e);
  if (clocks_.step_sync(e)) wait_for_must_sections(trace_.thread(e));
  heed_failures(e);
  if (releases_lock(kind)) release(e);
}

// What would have let a try succeed comes after the try that failed. That is no must-order (the one
// may happen without the other), but like a conflict: tests/regress/post_after_a_failed_try.std.
void SectionOrder::heed_failures(EventId e) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  auto row_of = [&]() -> Row& {
    return failures_[operand_of(kind)].try_emplace(trace_.sync(e).value, kNoRow).first->second;
  };
  switch (kind) {
    case Kind::failed_try:
    case Kind::failed_try_shared:
    case Kind::semaphore_failed_try: {
      Row& row = row_of();
      if (row == kNoRow) row = clocks_.rows().make();
      clocks_.publish_into(row, t, e);
      return;
    }
    case Kind::release:
    case Kind::release_shared:
    case Kind::semaphore_post:
      if (failures_.empty()) return;
      if (const Row row = row_of(); row != kNoRow) order_after(t, clocks_.rows().at(row));
      return;
    default:
      return;
  }
}

void SectionOrder::after_access(EventId e) {
  if (clocks_.step_access(e)) wait_for_must_sections(trace_.thread(e));
}

void SectionOrder::acquire(EventId e) {
  LockRows& rows = last_release_[trace_.lock(e).index()];
  const ThreadId t = trace_.thread(e);
  const bool shared = is_shared_mode(trace_.kind(e));
  if (rows.exclusive != kNoRow) join_planes_h_and_p(t, rows.exclusive);
  if (rows.shared != kNoRow && !shared) join_planes_h_and_p(t, rows.shared);
  // Nobody takes a lock after a section that never ends, so that all others come before it:
  // tests/regress/lock_held_to_the_end.std.
  const bool after_all = !trace_.partner(e).exists() || entangled_.contains(e);
  for (const LastSections& last : rows.sections) {
    if (last.slot == slots().of(t) || (shared && last.shared)) continue;
    const SectionId before = after_all ? last.any : last.entangled;
    if (before != kNoSection) order_after(t, before);
  }
  section_opens(t, sections_.open(e));
  wait_for_must_sections(t);
}

// If an earlier section of a held lock must have begun (the thread was forked inside it, say), it
// must be over as well. That may turn out long after the acquire, when the thread comes to know
// more of what must have been. Without this, wcp and cp as published suspect races where there are
// none: tests/regress/{fork,failed_try}_inside_a_critical_section.std.
void SectionOrder::wait_for_must_sections(ThreadId t) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const SectionId s : sections_.held(t)) {
      const CriticalSection& section = sections_.section(s);
      uint32_t* must = clocks_.rows().at(clocks_.row(t)) + 2 * width();
      changed |= must_sections_.wait(t, section.lock, section.shared, must);
    }
    if (changed) clocks_.row_changed(t);
  }
}

void SectionOrder::note_last(LockRows& lock, SectionId closed) {
  const CriticalSection& section = sections_.section(closed);
  auto it = std::find_if(lock.sections.begin(), lock.sections.end(), [&](const LastSections& last) {
    return last.slot == section.slot && last.shared == section.shared;
  });
  if (it == lock.sections.end())
    it = lock.sections.insert(it, {section.slot, section.shared, kNoSection, kNoSection});
  it->any = closed;
  if (entangled_.contains(section.acquire)) it->entangled = closed;
}

void SectionOrder::release(EventId e) {
  const ThreadId t = trace_.thread(e);
  const LockId lock = trace_.lock(e);
  reach_back(t, sections_.find_open(t, lock));

  std::copy_n(clocks_.clock(t), width(), scratch_.data());
  scratch_[slots().of(t).index()] = e.value + 1;
  const SectionId closed = sections_.close(e, scratch_.data());

  LockRows& rows = last_release_[lock.index()];
  Row& row = is_shared_mode(trace_.kind(e)) ? rows.shared : rows.exclusive;
  if (row == kNoRow) row = clocks_.rows().make();
  clocks_.publish_into(row, t, e);
  note_last(rows, closed);
  const CriticalSection& section = sections_.section(closed);
  if (clocks_.told(t) > section.acquire.value)
    must_sections_.closed(section, clocks_.clock(t) + 2 * width());
}

// Which earlier sections of the lock does P reach from the closing one? The acquires of exclusive
// sections are ordered by happens-before, so that if one is P-before the release, all earlier ones
// are: the cursor never goes back. Each sharing thread's sections are in order likewise.
void SectionOrder::reach_back(ThreadId t, SectionId closing) {
  const LockId lock = sections_.section(closing).lock;
  const uint64_t of_lock = uint64_t{lock.value} << 32 | slots().of(t).value;
  advance(t, closing, sections_.exclusive(lock), cursors_.find_or_add(of_lock).value);
  const auto& sharers = sections_.shared(lock);
  if (sections_.section(closing).shared || sharers.empty()) return;
  std::vector<uint32_t>& cursors = shared_cursors_.find_or_add(of_lock).value;
  if (cursors.size() < sharers.size()) cursors.resize(sharers.size());
  for (size_t i = 0; i < sharers.size(); ++i) advance(t, closing, sharers[i].sections, cursors[i]);
}

// If only the order matters, the last one will do: what comes before its release is all that comes
// before those of the others, and nothing that begins behind them. Where a thread knows of all it
// is found at once.
void SectionOrder::advance(ThreadId t, SectionId closing,
                           const std::vector<CriticalSections::Listed>& list, uint32_t& cursor) {
  const SlotId mine = slots().of(t);
  const auto is_reached = [&](const CriticalSections::Listed& before) {
    return before.acquire.value < p_of(t)[before.slot.index()];
  };
  SectionId last = kNoSection;
  if (only_order_) {
    size_t end = list.size();
    while (end > cursor && list[end - 1].slot == mine) --end;
    if (end > cursor && is_reached(list[end - 1])) {
      last = list[end - 1].section;
      cursor = static_cast<uint32_t>(list.size());
    }
  }
  for (; cursor < list.size(); ++cursor) {
    const CriticalSections::Listed& before = list[cursor];
    if (before.slot == mine) continue;
    if (!is_reached(before)) break;
    last = before.section;
    if (!only_order_) sections_touch(t, closing, last);
  }
  if (only_order_ && last != kNoSection) sections_touch(t, closing, last);
}

void SectionOrder::order_after(ThreadId t, SectionId before) {
  const CriticalSection& section = sections_.section(before);
  // If P covers the release it covers what happens before it.
  if (section.release.value < p_of(t)[section.slot.index()]) return;
  order_after(t, sections_.inherited(before));
}

void SectionOrder::order_after(ThreadId t, const uint32_t* happened_before) {
  uint32_t* p = clocks_.rows().at(clocks_.row(t)) + width();
  if (ClockRows::join(p, happened_before, width())) clocks_.row_changed(t);
}

// A lock's hand-over: happens-before in front of or behind P is P; it is no must-order.
void SectionOrder::join_planes_h_and_p(ThreadId t, Row from) {
  ClockRows& rows = clocks_.rows();
  if (ClockRows::join(rows.at(clocks_.row(t)), rows.at(from), 2 * width())) clocks_.row_changed(t);
}

}  // namespace foreweave
