#include "events/build/sync_linker.h"

#include <algorithm>

namespace foreweave {

namespace {
constexpr uint32_t kNone = UINT32_MAX;

// The entry, made if it is not there yet: ids are dense and come in their order.
template <class T>
T& entry(std::vector<T>& table, size_t id, const T& fresh = T()) {
  if (table.size() <= id) table.resize(id + 1, fresh);
  return table[id];
}
}  // namespace

void SyncLinker::pair(uint32_t a, uint32_t b) {
  link_[a] = b;
  link_[b] = a;
}

void SyncLinker::link(uint32_t e, Kind kind) {
  switch (operand_of(kind)) {
    case Operand::lock:
      return link_lock(e, kind);
    case Operand::condition:
      return link_condition(e, kind);
    case Operand::barrier:
      return link_barrier(e, kind);
    case Operand::once:
      return link_once(e, kind);
    case Operand::semaphore:
      return link_semaphore(e, kind);
    case Operand::object:
      return link_object(e, kind);
    case Operand::thread:
      thread_events_.push_back(e);
      return;
    case Operand::none:
      if (kind == Kind::thread_begin) thread_events_.push_back(e);
      return;
    case Operand::memory:
      return;
  }
}

void SyncLinker::link_lock(uint32_t e, Kind kind) {
  Lock& lock = entry(locks_, target_of_[e]);
  const uint32_t thread = thread_of_[e];
  switch (kind) {
    case Kind::acquire:
      lock.exclusive = e;
      return;
    case Kind::release:
      if (lock.exclusive != kNone && thread_of_[lock.exclusive] == thread) {
        pair(lock.exclusive, e);
        lock.exclusive = kNone;
      }
      return;
    case Kind::acquire_shared:
      lock.shared.push_back({thread, e});
      return;
    case Kind::release_shared: {
      const auto it = std::find_if(lock.shared.begin(), lock.shared.end(),
                                   [&](const auto& holder) { return holder.first == thread; });
      if (it == lock.shared.end()) return;
      pair(it->second, e);
      *it = lock.shared.back();
      lock.shared.pop_back();
      return;
    }
    default:
      return;
  }
}

// A signal that nobody waits for is lost. A wait that ends takes the earliest signal since it began
// that no other wait took, or else the latest broadcast.
void SyncLinker::link_condition(uint32_t e, Kind kind) {
  Condition& condition = entry(conditions_, target_of_[e]);
  Thread& thread = entry(threads_, thread_of_[e]);
  switch (kind) {
    case Kind::wait_begin:
      thread.wait_begin = e;
      ++condition.waiting;
      return;
    case Kind::signal:
      if (condition.waiting > 0) condition.unused_signals.insert(e);
      return;
    case Kind::broadcast:
      condition.last_broadcast = e;
      return;
    case Kind::wait_end: {
      const uint32_t begin = thread.wait_begin;
      if (begin == kNone || target_of_[begin] != target_of_[e]) return;
      thread.wait_begin = kNone;
      link_[begin] = e;
      const auto signal = condition.unused_signals.upper_bound(begin);
      if (signal != condition.unused_signals.end()) {
        link_[e] = *signal;
        condition.unused_signals.erase(signal);
      } else if (condition.last_broadcast != kNone && condition.last_broadcast > begin) {
        link_[e] = condition.last_broadcast;
      }
      if (--condition.waiting == 0) condition.unused_signals.clear();
      return;
    }
    default:
      return;
  }
}

void SyncLinker::link_barrier(uint32_t e, Kind kind) {
  Barrier& barrier = entry(barriers_, target_of_[e]);
  Thread& thread = entry(threads_, thread_of_[e]);
  if (kind == Kind::barrier_arrive) {
    if (barrier.open_round == kNone) {
      barrier.open_round = static_cast<uint32_t>(rounds_.size());
      rounds_.push_back({SyncId(target_of_[e]), barrier.last_round, {}});
      barrier.last_round = barrier.open_round;
    }
    rounds_[barrier.open_round].arrivals.push_back(EventId(e));
    thread.barrier_round = barrier.open_round;
  }
  link_[e] = thread.barrier_round;
  if (kind == Kind::barrier_leave) {
    if (thread.barrier_round == barrier.open_round) barrier.open_round = kNone;
    thread.barrier_round = kNone;
  }
}

void SyncLinker::link_once(uint32_t e, Kind kind) {
  Once& once = entry(onces_, target_of_[e]);
  switch (kind) {
    case Kind::once_begin:
      link_[e] = once.end;
      once.begin = e;
      return;
    case Kind::once_end:
      link_[e] = once.begin;
      once.begin = kNone;
      once.end = e;
      return;
    case Kind::once_pass:
      link_[e] = once.end;
      return;
    default:
      return;
  }
}

void SyncLinker::link_semaphore(uint32_t e, Kind kind) {
  uint32_t& init = entry(last_init_, target_of_[e], kNone);
  link_[e] = init;
  if (kind == Kind::semaphore_init) init = e;
}

void SyncLinker::link_object(uint32_t e, Kind kind) {
  if (target_of_[e] == kNone) return;  // a free of memory we know nothing of
  uint32_t& allocation = entry(allocation_, target_of_[e], kNone);
  if (kind == Kind::allocate)
    allocation = e;
  else if (allocation != kNone)
    pair(allocation, e);
}

}  // namespace foreweave
