#include "agree/simulation.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave::agree {

namespace {

// The address space: variables and heap slots of 64 bytes first (their contents are simulated),
// then synchronisation objects outside of the heap.
constexpr uint64_t kVariables = 0x100;
constexpr uint64_t kPointers = 0x400;  // two of 8 bytes
constexpr uint64_t kHeap = 0x800;
constexpr uint64_t kSlot = 64;
constexpr uint64_t kSync = 0x10000;
constexpr uint64_t kCondition = kSync + 0x1000, kBarrier = kSync + 0x2000,
                   kSemaphore = kSync + 0x3000, kOnce = kSync + 0x4000;

void erase(std::vector<uint64_t>& list, uint64_t value) {
  list.erase(std::find(list.begin(), list.end(), value));
}

}  // namespace

Simulation::Simulation(const Profile& profile, Rng& rng) : profile_(profile), rng_(rng) {
  draft_.threads = static_cast<uint32_t>(profile.threads);
  threads_.resize(profile.threads);
  live_.resize(profile.heap_slots, false);
  for (uint32_t l = 0; l < profile.locks; ++l) {
    Lock lock{kSync + 0x40 * l, {}, {}};
    if (profile.heap_locks && profile.heap_slots && rng_.percent(60)) {
      lock.slot = rng_.below(profile.heap_slots);
      lock.address = kHeap + kSlot * *lock.slot + 48 + 4 * l;
    }
    locks_.push_back(lock);
  }
  barrier_parties_ = rng_.between(2, std::max(2u, profile.threads));
}

void Simulation::offer(uint32_t weight, Kind kind, uint64_t operand, uint32_t size) {
  if (weight) choices_.push_back({weight, kind, operand, size});
}

Simulation::Lock& Simulation::lock_at(uint64_t address) {
  for (Lock& lock : locks_)
    if (lock.address == address) return lock;
  CHECK(false, "a lock that was not made");
}

bool Simulation::act(uint32_t thread) {
  const Thread& me = threads_[thread];
  if (me.mode == Mode::ended || me.joined) return false;
  if (profile_.forks && thread != 0 && !me.forked) return false;
  choices_.clear();
  if (profile_.begin_end && !me.began) {
    offer(1, Kind::thread_begin);
  } else if (me.mode != Mode::runs) {
    offer_going_on(thread);
  } else {
    offer_memory();
    offer_pointers(thread);
    offer_locks(thread);
    offer_sync(thread);
    offer_heap();
    offer_threads(thread);
  }
  uint32_t total = 0;
  for (const Choice& c : choices_) total += c.weight;
  if (total == 0) return false;
  uint32_t drawn = rng_.below(total);
  for (const Choice& c : choices_) {
    if (drawn < c.weight) {
      record(thread, Choice(c));
      return true;
    }
    drawn -= c.weight;
  }
  return false;
}

// A thread in the middle of a wait or barrier can only go on with it.
void Simulation::offer_going_on(uint32_t thread) {
  const Thread& me = threads_[thread];
  switch (me.mode) {
    case Mode::releases_to_wait:
      offer(1, Kind::release, me.mutex);
      break;
    case Mode::waits:
      if (me.signalled || !rng_.percent(90 + profile_.blocks_percent / 10))
        offer(1, Kind::wait_end, me.condition);
      break;
    case Mode::takes_back:
      if (const Lock& lock = lock_at(me.mutex); !lock.owner && lock.sharers == 0)
        offer(1, Kind::acquire, me.mutex);
      break;
    case Mode::at_barrier:
      if (me.barrier_generation != barrier_generation_) offer(1, Kind::barrier_leave, kBarrier);
      break;
    default:
      break;
  }
}

// The address of an access and its size: a variable or live heap memory.
uint64_t Simulation::pick_address(uint32_t& size) {
  size = 4;
  uint64_t base = kVariables + kSlot * rng_.below(profile_.variables);
  if (profile_.heap_slots && rng_.percent(60)) {
    const uint32_t slot = rng_.below(profile_.heap_slots);
    if (live_[slot]) base = kHeap + kSlot * slot;
  }
  if (!profile_.overlapping) return base;
  size = 1u << rng_.below(4);
  return base + rng_.below(3) * 2;
}

void Simulation::offer_memory() {
  const auto access = [&](uint32_t weight, Kind kind) {
    uint32_t size;
    const uint64_t address = pick_address(size);
    offer(weight, kind, address, size);
  };
  access(profile_.read, Kind::read);
  access(profile_.write, Kind::write);
  access(profile_.atomic, Kind::atomic_read);
  access(profile_.atomic, Kind::atomic_write);
  access(profile_.atomic, Kind::atomic_update);
  offer(profile_.fence, Kind::fence);
  offer(profile_.branch * 4, Kind::branch);
  offer(profile_.branch, Kind::indirect_call);
  offer(profile_.branch, Kind::external_call);
  offer(profile_.marks, Kind::call);
  offer(profile_.marks, Kind::return_);
  offer(profile_.marks, Kind::region_begin);
  offer(profile_.marks, Kind::region_end);
  offer(profile_.unseen, Kind::external_begin);
  offer(profile_.unseen, Kind::external_call);
  offer(profile_.unseen, Kind::unseen_begin);
  offer(profile_.unseen * 2, Kind::unseen_end);
}

// Loads and stores of a pointer, and what is done with the pointer that was loaded last.
void Simulation::offer_pointers(uint32_t thread) {
  if (profile_.pointers == 0) return;
  const uint64_t pointer = kPointers + 8 * rng_.below(profile_.variables > 1 ? 2 : 1);
  offer(profile_.pointers, Kind::read, pointer, 8);
  offer(profile_.pointers, Kind::write, pointer, 8);
  const uint64_t target = threads_[thread].pointer;
  const bool dangles = target >= kHeap && !live_[(target - kHeap) / kSlot];
  if (target == 0 || dangles) return;
  const Kind kind = rng_.percent(50) ? Kind::read : Kind::write;
  choices_.push_back({4 * profile_.pointers, kind, target + 4 * rng_.below(2), 4, true});
}

void Simulation::offer_locks(uint32_t thread) {
  const Thread& me = threads_[thread];
  for (const Lock& lock : locks_) {
    if (!usable(lock)) continue;
    const bool sharing = std::count(me.held_shared.begin(), me.held_shared.end(), lock.address);
    const bool mine = lock.owner == thread;
    if (!lock.owner && lock.sharers == 0) offer(profile_.lock, Kind::acquire, lock.address);
    if (!lock.owner && !sharing) offer(profile_.shared, Kind::acquire_shared, lock.address);
    if (mine) offer(profile_.unlock, Kind::release, lock.address);
    if (sharing) offer(profile_.unlock, Kind::release_shared, lock.address);
    if ((lock.owner && !mine) || lock.sharers > sharing)
      offer(profile_.failed_try, Kind::failed_try, lock.address);
    if (lock.owner && !mine) offer(profile_.failed_try, Kind::failed_try_shared, lock.address);
    if ((lock.owner && !mine) || lock.sharers > sharing)
      offer(profile_.request, Kind::request, lock.address);
    if (lock.owner && !mine) offer(profile_.request, Kind::request_shared, lock.address);
  }
}

void Simulation::offer_sync(uint32_t thread) {
  const Thread& me = threads_[thread];
  const uint64_t condition = kCondition + 0x40 * rng_.below(2);
  if (!me.held.empty() || rng_.percent(20)) offer(profile_.wait, Kind::wait_begin, condition);
  offer(profile_.signal, Kind::signal, condition);
  offer(profile_.signal, Kind::broadcast, condition);

  offer(profile_.barrier, Kind::barrier_arrive, kBarrier);

  const uint32_t number = rng_.below(2);
  const uint64_t semaphore = kSemaphore + 0x40 * number;
  offer(profile_.semaphore, Kind::semaphore_post, semaphore);
  if (rng_.percent(20)) offer(profile_.semaphore, Kind::semaphore_init, semaphore);
  offer(profile_.semaphore, semaphores_[number] ? Kind::semaphore_wait : Kind::semaphore_failed_try,
        semaphore);

  if (once_runner_ == thread) offer(profile_.once * 2, Kind::once_end, kOnce);
  if (!once_runner_ && once_done_) offer(profile_.once * 2, Kind::once_pass, kOnce);
  if (!once_runner_ && (!once_done_ || rng_.percent(10)))
    offer(profile_.once, Kind::once_begin, kOnce);
}

void Simulation::offer_heap() {
  if (!profile_.heap_slots) return;
  const uint32_t slot = rng_.below(profile_.heap_slots);
  const uint64_t address = kHeap + kSlot * slot;
  if (!live_[slot]) return offer(profile_.heap * 4, Kind::allocate, address);
  // A lock that is held, or whose waiter will take it back, keeps its memory.
  const bool in_use = std::any_of(locks_.begin(), locks_.end(), [&](const Lock& lock) {
    const bool awaited = std::any_of(threads_.begin(), threads_.end(), [&](const Thread& t) {
      return t.mutex == lock.address && (t.mode == Mode::waits || t.mode == Mode::takes_back ||
                                         t.mode == Mode::releases_to_wait);
    });
    return lock.slot == slot && (lock.owner || lock.sharers || awaited);
  });
  if (!in_use) offer(profile_.heap, Kind::free, address);
}

void Simulation::offer_threads(uint32_t thread) {
  const Thread& me = threads_[thread];
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    const Thread& other = threads_[t];
    if (t == thread || other.joined) continue;
    if (profile_.forks && !other.forked && !other.began) offer(profile_.fork, Kind::fork, t);
    if (profile_.joins && (!profile_.forks || other.forked)) {
      // A thread that records its end is joined after it; any other one when we say so.
      const bool ended = profile_.begin_end ? other.mode == Mode::ended
                                            : other.mode == Mode::runs && rng_.percent(20);
      if (ended && other.once.empty()) offer(profile_.join, Kind::join, t);
    }
  }
  if (profile_.begin_end && draft_.events.size() > 4 && me.once.empty()) offer(2, Kind::thread_end);
}

void Simulation::record(uint32_t thread, const Choice& choice) {
  RawEvent& event = draft_.add(thread, choice.kind, choice.operand, choice.size);
  threads_[thread].began = true;
  if (is_atomic(choice.kind) || choice.kind == Kind::fence)
    event.flags = static_cast<uint8_t>(rng_.below(6));
  if (operand_of(choice.kind) != Operand::none && rng_.percent(profile_.decides_percent))
    event.flags |= FW_FLAG_DECIDES;
  if (is_atomic(choice.kind) && reads(choice.kind) && rng_.percent(profile_.decides_percent))
    event.flags |= FW_FLAG_DECIDES_ON_OWN_READ;
  if (acquires_lock(choice.kind) && rng_.percent(10)) event.flags |= FW_FLAG_GIVES_UP;
  if (choice.by_pointer) {
    draft_.pointer_from[event.site] = threads_[thread].pointer_site;
    if (rng_.percent(80)) event.flags |= FW_FLAG_DECIDES;
  }
  apply(thread, choice, event);
}

void Simulation::apply(uint32_t thread, const Choice& choice, RawEvent& event) {
  Thread& me = threads_[thread];
  switch (choice.kind) {
    case Kind::thread_end:
      me.mode = Mode::ended;
      break;
    case Kind::request:
    case Kind::request_shared:
      me.mode = Mode::asks;
      break;
    case Kind::fork:
      threads_[choice.operand].forked = true;
      break;
    case Kind::join:
      threads_[choice.operand].joined = true;
      break;
    case Kind::acquire:
      lock_at(choice.operand).owner = thread;
      me.held.push_back(choice.operand);
      if (me.mode == Mode::takes_back) me.mode = Mode::runs;
      break;
    case Kind::acquire_shared:
      ++lock_at(choice.operand).sharers;
      me.held_shared.push_back(choice.operand);
      break;
    case Kind::release:
      lock_at(choice.operand).owner.reset();
      erase(me.held, choice.operand);
      if (me.mode == Mode::releases_to_wait) me.mode = Mode::waits;
      break;
    case Kind::release_shared:
      --lock_at(choice.operand).sharers;
      erase(me.held_shared, choice.operand);
      break;
    case Kind::wait_begin:
      me.condition = choice.operand;
      me.signalled = false;
      me.mutex = me.held.empty() ? 0 : me.held[rng_.below(static_cast<uint32_t>(me.held.size()))];
      me.mode = me.mutex ? Mode::releases_to_wait : Mode::waits;
      break;
    case Kind::wait_end:
      me.mode = me.mutex ? Mode::takes_back : Mode::runs;
      break;
    case Kind::signal:
    case Kind::broadcast:
      for (Thread& t : threads_) {
        if ((t.mode != Mode::waits && t.mode != Mode::releases_to_wait) || t.signalled ||
            t.condition != choice.operand || rng_.percent(profile_.blocks_percent))
          continue;
        t.signalled = true;
        if (choice.kind == Kind::signal) break;
      }
      break;
    case Kind::barrier_arrive:
      me.mode = Mode::at_barrier;
      me.barrier_generation = barrier_generation_;
      if (++barrier_arrived_ == barrier_parties_) {
        barrier_arrived_ = 0;
        ++barrier_generation_;
      }
      break;
    case Kind::barrier_leave:
      me.mode = Mode::runs;
      break;
    case Kind::semaphore_init:
      if (rng_.percent(70)) {
        event.value = rng_.below(3);
        event.flags |= FW_FLAG_HAS_VALUE;
      }
      semaphores_[(choice.operand - kSemaphore) / 0x40] = static_cast<uint32_t>(event.value);
      break;
    case Kind::semaphore_post:
      ++semaphores_[(choice.operand - kSemaphore) / 0x40];
      break;
    case Kind::semaphore_wait:
      --semaphores_[(choice.operand - kSemaphore) / 0x40];
      break;
    case Kind::once_begin:
      once_runner_ = thread;
      me.once.push_back(choice.operand);
      break;
    case Kind::once_end:
      once_runner_.reset();
      once_done_ = true;
      me.once.clear();
      break;
    case Kind::allocate:
      live_[(choice.operand - kHeap) / kSlot] = true;
      event.value = kSlot;
      break;
    case Kind::free:
      live_[(choice.operand - kHeap) / kSlot] = false;
      break;
    case Kind::external_call:
    case Kind::unseen_begin:
    case Kind::unseen_end:
      if (rng_.percent(profile_.unseen_writes_percent)) write_unseen();
      break;
    default:
      if (is_access(choice.kind)) access(event);
      break;
  }
}

// Reads give the value that memory has, byte by byte, little endian; writes change it.
void Simulation::access(RawEvent& event) {
  if (!profile_.values) return;
  const uint64_t written = draw_value(event);
  event.flags |= FW_FLAG_HAS_VALUE;
  for (uint32_t i = 0; i < event.size; ++i) {
    uint8_t& byte = memory_[event.operand + i];
    if (!writes(event.kind)) event.value |= uint64_t{byte} << (8 * i);
    if (writes(event.kind)) byte = static_cast<uint8_t>(written >> (8 * i));
  }
  if (writes(event.kind)) event.value = written;
  if (event.operand >= kPointers && event.operand < kHeap && !writes(event.kind)) {
    threads_[event.thread].pointer = event.value;
    threads_[event.thread].pointer_site = event.site;
  }
}

// Some byte of some variable is another one.
void Simulation::write_unseen() {
  uint32_t size = 0;
  memory_[pick_address(size)] = static_cast<uint8_t>(rng_.between(10, 200));
}

uint64_t Simulation::draw_value(const RawEvent& write) {
  if (write.operand >= kPointers && write.operand < kHeap) {
    if (rng_.percent(40)) return 0;
    if (profile_.heap_slots && rng_.percent(50))
      return kHeap + kSlot * rng_.below(profile_.heap_slots);
    return kVariables + kSlot * rng_.below(profile_.variables);
  }
  const uint64_t low = rng_.below(4);
  return write.size > 1 ? low | uint64_t{rng_.below(3)} << 8 : low;
}

}  // namespace foreweave::agree
