// What calls tell the program that no schedule repeats: the time, random numbers, ids. Recorded,
// they go into the trace; replayed, the program is told the same again.
//
// The clock of a replayed program: as long as the schedule is followed it shows what it showed in
// the recording, and goes on from there afterwards. So a time that the program computes from it has
// to be taken back to the real clock before anybody waits for it.
#pragma once

#include <time.h>

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// What a call told the program, for the trace.
void log_input(FwInputCall call, const void* result, size_t bytes);

// The real clock; clock_gettime is one of ours.
timespec real_time(clockid_t clock);
// When the program's time is reached, on the real clock. Null for null.
const timespec* on_real_clock(const timespec* deadline, clockid_t clock, timespec& storage);

}  // namespace foreweave::runtime
