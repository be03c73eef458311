// Who runs when the program is replayed: the schedule says it instead of the seed
// (capture/abi/schedule.h). The scheduler asks; nothing here moves the token.
//
// All of it requires the scheduler's lock, or the token while nobody else is in the scheduler.
#pragma once

#include "capture/abi/schedule.h"
#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

extern FwSchedule* schedule;  // null: the program is not replayed
extern bool enforcing;        // the schedule is not at its end yet

// Takes up the channel's schedule, if it has one. Before any thread is known. False if there is no
// memory for it.
bool take_up_schedule(const FwChannel* channel);

// The thread was created by this one (main: by nobody), successfully.
void name_thread(Thread* created, Thread* parent);

// Whose turn it is. Null: nobody has created that thread, or nothing is enforced.
Thread* scheduled_thread();
// The thread has the turn and has done what it is to do.
bool segment_is_over(const Thread* thread);
void begin_next_segment();
// The schedule has come to its end with this thread, which is to stand there until the others get
// no further.
bool is_to_be_held(const Thread* thread);
bool is_after_meeting();
// If everybody is where the meeting wants them: shows the other side who stands where, and waits
// until it wants to go on. To be called by whoever gets the token, before anything else, without
// the scheduler's lock.
void hold_meeting_if_due();
// A child of this process follows it on, and this process does no longer.
void leave_schedule_to_child();
// The schedule cannot be followed any further; from here on threads run as the seed says.
void stray(FwStray why);

// How many steps the thread may do, for its block; or after how many somebody wants to know.
uint64_t stop_of(const Thread* thread);
// Whether its next step is one that is watched, or may be a part of one.
bool is_watched(const Thread* thread);
// Whether `a` has its next turn before `b`.
bool is_sooner(const Thread* a, const Thread* b);

// The signal has to wait: it is to interrupt the thread later.
bool is_held(const Thread* thread, int signal);
// The thread does something by which it may learn what others did since the signal was sent: who
// joined the sender has been interrupted by then. So it waits no longer.
void hold_no_longer(Thread* thread);
// The thread stands where it is to be interrupted; from here on nothing waits.
bool is_interrupted_here(const Thread* thread);

// What this call told the thread when it was recorded, if that is what it was told next then.
bool take_input(Thread* thread, FwInputCall call, void* result, size_t bytes);

// Memory that the program frees is kept, so that who uses it after that can be seen.
bool keeps_freed();
// False: this is not.
bool keep_freed(void* memory, size_t size);

}  // namespace foreweave::runtime
