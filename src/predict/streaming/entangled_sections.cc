#include "predict/streaming/entangled_sections.h"

namespace foreweave {

namespace {

// Another thread may learn from this event that it happened.
bool tells(Kind kind) {
  switch (kind) {
    case Kind::fork:
    case Kind::signal:
    case Kind::broadcast:
    case Kind::barrier_arrive:
    case Kind::semaphore_init:
    case Kind::semaphore_post:
    case Kind::once_end:
    case Kind::allocate:
      return true;
    default:
      return is_atomic(kind) && writes(kind);
  }
}

bool saw_another_thread(const Trace& trace, EventId atomic_read) {
  const Location& location = trace.location_of(atomic_read);
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const EventId write = trace.seen_write(atomic_read, k);
    if (write.exists() && trace.thread(write) != trace.thread(atomic_read)) return true;
  }
  return false;
}

// This event's thread learns of what another one did.
bool hears(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  switch (kind) {
    case Kind::join:
    case Kind::wait_end:
    case Kind::barrier_leave:
    case Kind::semaphore_wait:
    case Kind::semaphore_failed_try:
    case Kind::once_pass:
    case Kind::failed_try:
    case Kind::failed_try_shared:
      return true;
    default:
      return is_atomic(kind) && reads(kind) && saw_another_thread(trace, e);
  }
}

struct Open {
  EventId acquire;
  bool told = false, entangled = false;
};

}  // namespace

EntangledSections::EntangledSections(const Trace& trace) {
  std::vector<std::vector<Open>> held(trace.thread_count());
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    std::vector<Open>& mine = held[trace.thread(e).index()];
    if (acquires_lock(kind)) mine.push_back({e});
    if (mine.empty()) continue;
    if (releases_lock(kind)) {
      size_t at = mine.size();
      while (at > 0 && mine[at - 1].acquire != trace.partner(e)) --at;
      if (at == 0) continue;  // a release without an acquire
      for (size_t inner = at; inner < mine.size(); ++inner)
        mine[inner].entangled = mine[at - 1].entangled = true;
      if (mine[at - 1].entangled) acquires_.push_back(mine[at - 1].acquire);
      mine.erase(mine.begin() + static_cast<ptrdiff_t>(at - 1));
      continue;
    }
    if (hears(trace, e))
      for (Open& section : mine) section.entangled |= section.told;
    if (tells(kind))
      for (Open& section : mine) section.told = true;
  }
  for (const std::vector<Open>& open : held)
    for (const Open& section : open)
      if (section.entangled) acquires_.push_back(section.acquire);
  std::sort(acquires_.begin(), acquires_.end());
}

}  // namespace foreweave
