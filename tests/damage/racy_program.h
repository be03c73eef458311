// A small concurrent program run under a random schedule: a main thread forks workers and joins
// them; they lock, unlock, read and write a few shared variables, some of them without the lock.
// The recording is a real one: locks exclude, reads see what was written, so validate() accepts it.
#pragma once

#include <cstdint>

#include "events/fwt/samples_for_tests.h"

namespace foreweave::damage {

samples::Recording run_racy_program(uint64_t seed);

}  // namespace foreweave::damage
