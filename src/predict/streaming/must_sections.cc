#include "predict/streaming/must_sections.h"

#include <algorithm>

namespace foreweave {

void MustSections::closed(const CriticalSection& section, const uint32_t* must) {
  std::vector<Holder>& holders = locks_[section.lock.index()];
  auto it = std::find_if(holders.begin(), holders.end(), [&](const Holder& h) {
    return h.slot == section.slot && h.shared == section.shared;
  });
  if (it == holders.end()) it = holders.insert(it, {section.slot, section.shared, {}});
  const Row row = rows_.make();
  std::copy_n(must, slots_.count(), rows_.at(row));
  rows_.at(row)[section.slot.index()] = section.release.value + 1;
  it->sections.push_back({section.acquire.value, section.release.value, row});
}

bool MustSections::wait(ThreadId t, LockId lock, bool shared, uint32_t* must) const {
  bool grew = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Holder& holder : locks_[lock.index()]) {
      if (holder.slot == slots_.of(t) || (shared && holder.shared)) continue;
      const uint32_t bound = must[holder.slot.index()];
      // The last that must have begun: the ones before it are over.
      const auto behind = std::partition_point(holder.sections.begin(), holder.sections.end(),
                                               [&](const Telling& s) { return s.acquire < bound; });
      if (behind == holder.sections.begin() || std::prev(behind)->release < bound) continue;
      changed |= ClockRows::join(must, rows_.at(std::prev(behind)->must), slots_.count());
    }
    grew |= changed;
  }
  return grew;
}

}  // namespace foreweave
