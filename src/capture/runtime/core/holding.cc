#include "capture/runtime/core/holding.h"

#include "capture/runtime/core/threads.h"
#include "capture/runtime/ground/scheduler_tables.h"

namespace foreweave::runtime {

Hold hold;

namespace {

// Looks come every two milliseconds: so long others are waited for that may come back by
// themselves.
constexpr uint32_t kLooksWhileHeld = 10, kLooksAtSleepers = 100;
constexpr uint32_t kTurnsWhileHeld = 4'000, kSpinningTurnsWhileHeld = 64;

// Others get no further, or go round for ever.
bool is_hold_over() {
  return ready.size == 1 || ++hold.turns > kTurnsWhileHeld ||
         hold.spinning > kSpinningTurnsWhileHeld;
}

// Somebody may come back without the thread that is held, and is waited for.
bool is_worth_waiting() {
  uint32_t patience = 0;
  for_each_thread([&](const Thread& t) {
    if (&t == hold.of ||
        (t.state != State::outside && !(t.state == State::waiting && t.wait_may_end)))
      return;
    const uint32_t looks = t.sleeps ? kLooksAtSleepers : kLooksWhileHeld;
    if (looks > patience) patience = looks;
  });
  return hold.looks < patience;
}

}  // namespace

// It has to look now and then, and may be about to go to sleep without knowing.
void begin_hold(Thread* thread) {
  thread->held = true;
  hold.of = thread;
  __atomic_fetch_add(&thread->block->wake, 1, __ATOMIC_RELEASE);
  wake_up(thread);
}

Thread* choose_beside_held() {
  if (is_hold_over()) {
    if (ready.size == 1 && is_worth_waiting()) return nullptr;
    Thread* const held = hold.of;
    hold.of = nullptr;
    ready.remove(held);
    return held;
  }
  hold.looks = 0;
  uint32_t n = static_cast<uint32_t>(next_random() % (ready.size - 1));
  for (Thread* t = ready.first; t; t = t->next) {
    if (t == hold.of || n-- > 0) continue;
    ready.remove(t);
    return t;
  }
  return nullptr;
}

}  // namespace foreweave::runtime
