#include "predict/closure/cone/rivals.h"

namespace foreweave {

void Rivals::reset(const Window& window) {
  window_ = &window;
  rivals_.clear();
  lists_.clear();
  writers_.clear();
  against_exclusive_.clear();
  against_shared_.clear();
}

uint32_t Rivals::writers(CellId cell) {
  return list_of(writers_, index_.writes(), cell.value, false);
}

uint32_t Rivals::sections_against(LockId lock, bool shared) {
  return list_of(shared ? against_shared_ : against_exclusive_, index_.sections_against(shared),
                 lock.value, true);
}

uint32_t Rivals::list_of(std::unordered_map<uint32_t, uint32_t>& numbers,
                         const GroupedEvents& events, uint32_t owner, bool sections) {
  const auto [at, is_new] = numbers.try_emplace(owner, static_cast<uint32_t>(lists_.size()));
  if (!is_new) return at->second;
  List& list = lists_.emplace_back(List{static_cast<uint32_t>(rivals_.size()), 0});
  events.for_each_thread(owner, [&](ThreadId t, std::span<const uint64_t> all) {
    const auto begin =
        window_->first() == 0
            ? all.begin()
            : std::lower_bound(all.begin(), all.end(), GroupedEvents::entry(t, window_->first()));
    const auto end =
        window_->end() == trace_.size()
            ? all.end()
            : std::lower_bound(begin, all.end(), GroupedEvents::entry(t, window_->end()));
    EventId held;
    if (sections && begin != all.begin()) {
      const EventId acquire = GroupedEvents::event_of(begin[-1]);
      const EventId release = trace_.partner(acquire);
      if (!release.exists() || !window_->is_past(release)) held = acquire;
    }
    // A write that is no node says nothing; a section may still have to end.
    const bool counts = sections || window_->chain_of(t) != UINT32_MAX;
    if ((begin == end || !counts) && !held.exists()) return;
    rivals_.emplace_back(t, std::span<const uint64_t>(begin, end), held);
    ++list.count;
  });
  return at->second;
}

}  // namespace foreweave
