// What the engines that decide claims of every kind are for, drawn into a generated program: each
// kind of mistake a few times, and the same done right much more often.
//
// - *Accounts*, two locks each pair: one thread takes them in one order, another in the other one
//   (a deadlock); or does so under a lock that guards the pair, or before threads are forked and
//   after they were joined.
// - *Check, then act*: a variable is read and, depending on it, written, in one critical section of
//   a record's lock; or in two of an account's (an atomicity violation).
// - *Nodes*: a thread allocates one and publishes it in a *handle*, others use it, one frees it and
//   sets the handle to null, each in a critical section of the handle's lock. Or a thread goes on
//   using the node after it released the lock, or frees it before it takes the lock (a use after
//   free), or tests the handle in one section and uses it in the next one (a null dereference).
//
// A mistake must not happen in the run that is recorded: there would be nothing to predict. So
// these sections, and all others on the same accounts or handle, pass a *gate*: a thread at a time
// is between its two ends. Gates leave no events. They are luck, which the recorded run had and
// another may not have.
#pragma once

#include <cstdint>

#include "bench/traces/generator_options.h"
#include "bench/traces/program.h"

namespace foreweave {

// What main does after its threads have ended.
constexpr uint32_t kMostSectionEventsAtTheEnd = 8;

// Adds Program::careful and Program::faulty, and to what main does.
void draft_sections(Program& program, const GeneratorOptions& options);

}  // namespace foreweave
