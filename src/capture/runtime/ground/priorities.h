// Random priorities, after PCT ("A randomized scheduler with probabilistic guarantees of finding
// bugs", ASPLOS 2010): a bug that d ordered events are enough for is hit with a known probability
// by d - 1 changes of priority.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

extern bool by_priorities;

// As many changes, within as many logged words.
void begin_priorities(uint32_t changes, uint64_t words);
int64_t next_priority();
// It has the lowest of all.
void fall_behind(Thread* thread);
// The next slice lasts until then, or a mean one.
uint32_t take_words_to_next_change();
// Its slice is over.
void note_words(Thread* self, bool spins);
// Of those that are ready. With the lock.
Thread* take_highest();

}  // namespace foreweave::runtime
