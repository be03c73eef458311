#include "predict/streaming/critical_sections.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

CriticalSections::CriticalSections(const Trace& trace, const ThreadSlots& slots, bool by_guards)
    : trace_(trace), slots_(slots), held_(trace.thread_count()), locks_(trace.lock_count()) {
  if (!by_guards) return;
  guarded_.reserve(trace.cell_count());
  for (const CellGuard& guard : cell_guards(trace)) {
    Guarded& cell = guarded_.emplace_back();
    if (!guard.lock.exists() || guard.others_hold_locks) continue;
    cell.lock = guard.lock;
  }
}

void CriticalSections::make_pages_beside() {
  size_t count = 0;
  for (const EventId e : trace_.interacting()) count += acquires_lock(trace_.kind(e));
  sections_.reserve(count);
  rows_.reserve(count);
  inherited_.reserve(count * slots_.count());
  PageMaker::Range inherited = PageMaker::of(inherited_);
  inherited.bytes_per_row *= slots_.count();
  pages_ = PageMaker::start({PageMaker::of(sections_), PageMaker::of(rows_), inherited}, count);
}

SectionId CriticalSections::open(EventId acquire) {
  const SectionId s = static_cast<SectionId>(sections_.size());
  constexpr SectionId kSometimes = 1 << 12;
  if (pages_ && s % kSometimes == 0) pages_->reach(s);
  const ThreadId t = trace_.thread(acquire);
  sections_.push_back({acquire, EventId::none(), slots_.of(t), trace_.lock(acquire),
                       is_shared_mode(trace_.kind(acquire))});
  rows_.push_back(UINT32_MAX);
  held_[t.index()].push_back(s);
  return s;
}

SectionId CriticalSections::find_open(ThreadId t, LockId lock) const {
  const std::vector<SectionId>& held = held_[t.index()];
  const auto it = std::find_if(held.rbegin(), held.rend(),
                               [&](SectionId s) { return sections_[s].lock == lock; });
  CHECK(it != held.rend(), "a release without an acquire in a validated trace");
  return *it;
}

SectionId CriticalSections::close(EventId release, const uint32_t* inherited) {
  const ThreadId t = trace_.thread(release);
  const SectionId s = find_open(t, trace_.lock(release));
  std::erase(held_[t.index()], s);
  sections_[s].release = release;
  rows_[s] = static_cast<uint32_t>(inherited_.size() / slots_.count());
  std::copy_n(inherited, slots_.count(), inherited_.append(slots_.count()));

  Lock& lock = locks_[sections_[s].lock.index()];
  if (!sections_[s].shared) {
    lock.exclusive.push_back({s, sections_[s].acquire, sections_[s].slot});
    return s;
  }
  auto by = std::find_if(lock.shared.begin(), lock.shared.end(),
                         [&](const SharedBy& sharer) { return sharer.slot == sections_[s].slot; });
  if (by == lock.shared.end()) by = lock.shared.insert(by, SharedBy{sections_[s].slot, {}});
  by->sections.push_back({s, sections_[s].acquire, sections_[s].slot});
  return s;
}

// One look-up, however many locks are ever held while the cell is touched.
std::vector<CriticalSections::SlotUse>& CriticalSections::uses_of(CellId cell, LockId lock) {
  const auto [number, is_new] = used_.find_or_add(key(cell, lock));
  if (is_new) {
    number = static_cast<uint32_t>(uses_.size());
    uses_.emplace_back();
  }
  return uses_[number];
}

}  // namespace foreweave
