#include "agree/small_words.h"

#include <algorithm>
#include <utility>

namespace foreweave::agree {

bool dependent(const Letter& a, const Letter& b) {
  if (a.thread == b.thread) return true;
  const Operand x = operand_of(a.kind), y = operand_of(b.kind);
  if (x == Operand::thread && (a.operand == b.thread || (y == x && a.operand == b.operand)))
    return true;
  if (y == Operand::thread && b.operand == a.thread) return true;
  if (on_memory(a.kind) && on_memory(b.kind)) {
    const bool changes =
        !is_access(a.kind) || !is_access(b.kind) || writes(a.kind) || writes(b.kind);
    return a.operand == b.operand && changes;
  }
  return x == y && x >= Operand::lock && a.operand == b.operand;
}

bool at_odds(const Letter& a, const Letter& b) {
  if (a.thread == b.thread || !on_memory(a.kind) || !on_memory(b.kind) || a.operand != b.operand)
    return false;
  if (a.kind == Kind::free || b.kind == Kind::free) return is_access(a.kind) || is_access(b.kind);
  return is_access(a.kind) && is_access(b.kind) && (writes(a.kind) || writes(b.kind));
}

bool RunState::apply(Letter letter, bool has_heap) {
  const uint8_t t = letter.thread, o = letter.operand;
  ++length[t];
  threads = std::max<uint8_t>(threads, static_cast<uint8_t>(t + 1));
  if (waits[t] && letter.kind != Kind::wait_end) {
    if (letter.kind != Kind::release || !may_release[t]) return false;
    may_release[t] = false;
  }
  if (at_barrier[t] && letter.kind != Kind::barrier_leave) return false;
  if (is_access(letter.kind)) {
    variables = std::max<uint8_t>(variables, static_cast<uint8_t>(o + 1));
    return !has_heap || o > 0 || live;
  }
  if (operand_of(letter.kind) == Operand::lock) {
    locks = std::max<uint8_t>(locks, static_cast<uint8_t>(o + 1));
    return apply_lock(letter);
  }
  return apply_other(letter);
}

bool RunState::apply_lock(Letter letter) {
  const uint8_t t = letter.thread;
  uint8_t& holder = owner[letter.operand];
  uint8_t& others = sharers[letter.operand];
  const uint8_t me = static_cast<uint8_t>(1u << t);
  const uint8_t other = 1 - letter.operand;
  if (acquires_lock(letter.kind) && (owner[other] == t || sharers[other] & me))
    nested[letter.operand] |= me;
  switch (letter.kind) {
    case Kind::acquire:
      if (holder != kNobody || others) return false;
      holder = t;
      return true;
    case Kind::release:
      if (holder != t) return false;
      holder = kNobody;
      return true;
    case Kind::acquire_shared:
      if (holder != kNobody || others & me) return false;
      others |= me;
      return true;
    case Kind::release_shared:
      if (!(others & me)) return false;
      others = static_cast<uint8_t>(others & ~me);
      return true;
    case Kind::failed_try:
      return (holder != kNobody && holder != t) || others & ~me;
    case Kind::failed_try_shared:
      return holder != kNobody && holder != t;
    default:
      return false;
  }
}

bool RunState::apply_other(Letter letter) {
  const uint8_t t = letter.thread, o = letter.operand;
  switch (letter.kind) {
    case Kind::fork:  // of the next unnamed thread
      if (o != threads) return false;
      ++threads;
      return true;
    case Kind::join:
      if (o == t || o >= threads || joined[o] || waits[o] || at_barrier[o]) return false;
      joined[o] = true;
      return true;
    case Kind::wait_begin:
      waits[t] = may_release[t] = true;
      return true;
    case Kind::wait_end:
      return std::exchange(waits[t], false);
    case Kind::barrier_arrive:
      at_barrier[t] = true;
      barrier_generation[t] = generation;
      if (++arrived == 2) {
        arrived = 0;
        ++generation;
      }
      return true;
    case Kind::barrier_leave:
      return std::exchange(at_barrier[t], false) && barrier_generation[t] != generation;
    case Kind::semaphore_post:
      ++count;
      return true;
    case Kind::semaphore_wait:
      return count-- > 0;
    case Kind::semaphore_failed_try:
      return count == 0;
    case Kind::once_begin:
      if (once_runner != kNobody || once_done) return false;
      once_runner = t;
      return true;
    case Kind::once_end:
      if (once_runner != t) return false;
      once_runner = kNobody;
      return once_done = true;
    case Kind::once_pass:  // of what ran before the recording began, too
      return once_runner == kNobody;
    case Kind::allocate:
      return !std::exchange(live, true);
    case Kind::free:
      return std::exchange(live, false);
    default:
      return true;  // branches, signals and the like can always happen
  }
}

}  // namespace foreweave::agree
