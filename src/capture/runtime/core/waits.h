// Threads that wait for ever: because they wait for each other, or because nobody is left who could
// end their waiting. The recorder is told (FwRunEnd), and says so instead of waiting with them.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// All with the scheduler's lock, and not while a schedule is followed.
// The thread begins to wait: does it wait for itself, over whoever else?
void note_deadlock(const Thread* waits);
// Nobody is ready: does everybody wait for what only the others could do?
void note_if_all_wait();
// Somebody goes on. Needs no lock; nor does that others than the threads could make them go on.
void note_progress();
void note_that_others_may_act();

}  // namespace foreweave::runtime
