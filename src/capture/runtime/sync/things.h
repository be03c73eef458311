// Things that threads share and that are no memory of the program: locks and their like,
// descriptors, streams, what libc keeps for itself. Somebody begins and ends them, others use them
// meanwhile; one that is ended or begun while it may be used is a bug as a race on memory is one.
//
// So each use is recorded as an atomic read of a byte that stands for the thing, and what begins or
// ends it as a plain write: uses do not race with each other. That byte is the first one of the
// thing itself if it lies in memory of the program, which may be freed and used for something else;
// otherwise it has an address that no program can have (abi/things.h).
//
// Only what recorded code begins and ends, or the C++ library for it: others pass what they make
// from thread to thread by means that nobody sees.
//
// Each is a step of its own, which comes before what the call does and before the events of that:
// there a replay can stop, and who learns that the call was made comes behind its use.
#pragma once

#include <stdint.h>

#include "capture/abi/things.h"
#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

void log_use(const volatile void* thing);
// Of a lock or the like.
void log_begin_or_end(const volatile void* thing, const void* caller);
// Any other access of the byte, or of more bytes.
void log_thing(FwKind kind, const volatile void* thing, uint64_t bytes = 1);
// Of what libc keeps for all threads.
void log_state(FwLibcState state, FwKind kind, const void* caller);
// Whether the code that called us may begin or end things.
bool is_for_the_program(const void* caller);

}  // namespace foreweave::runtime
