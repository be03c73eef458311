// The end of the program (docs/capture.md). Who ends it waits until the others have had their turn.
// They have, when none of them gets any further, or what they may still do is used up: a time, a
// number of words, of returns from outside.
#pragma once

#include <time.h>

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

struct Farewell {
  Thread* of = nullptr;  // who ends it and waits; null: nobody does
  bool was_given = false;
  timespec until;
  uint64_t words = 0, most_words = 0;
  uint32_t turns = 0;        // that threads got
  uint32_t first_turn = 0;   // when it began
  uint32_t turns_seen = 0;   // when it last looked
  uint32_t quiet_looks = 0;  // since it saw another one
  uint32_t spinning = 0;     // slices in a row that led nowhere
};
extern Farewell farewell;

// The thread sleeps until then, by itself.
void note_sleep_until(Thread* self, const timespec& time, clockid_t clock);
// It has begun, and others got as many turns as they may have, however short.
bool has_no_turns_left();
// After a slice of another thread: whether it was the last. With the lock.
bool is_farewell_over(const Thread* thread);
// Who waits goes on to end the program. With the lock.
Thread* end_farewell();

}  // namespace foreweave::runtime
