#include "report/words/bug_help.h"

#include <cstddef>
#include <iterator>

namespace foreweave {

namespace {

// In the order of BugKind.
constexpr BugHelp kHelp[] = {
    {"DataRace", "Two threads can access the same memory at once, and one of them writes.",
     "Nothing keeps the two accesses apart, so that either can come first, and compiler and "
     "processor may assume that this never happens: values can be torn, stale or lost. Hold the "
     "same lock around both accesses, make the variable atomic, or let one thread finish before "
     "the other starts."},
    {"Deadlock", "Threads can wait for each other in a circle, for ever.",
     "Each thread holds a lock that the next one waits for. Take the locks in the same order "
     "everywhere, take them together (std::scoped_lock), or let go of the first before asking for "
     "the second."},
    {"AtomicityViolation", "Another thread can come between accesses that belong together.",
     "Each access is protected by itself, but the thread relies on nothing happening in between: "
     "what it read before may no longer hold. Do the whole of it in one critical section, or check "
     "again what was read."},
    {"UseAfterFree", "Memory can be used after another thread has freed it.",
     "Nothing makes the free wait for the last use. Let whoever uses the memory own it (a shared "
     "owner or a counter that is changed atomically), or join the thread before freeing."},
    {"DoubleFree", "Two threads can free the same memory.",
     "Both believe that it is theirs to free. Give the memory one owner, or decide and free in one "
     "critical section."},
    {"NullDereference", "A pointer can be null when it is used.",
     "Another thread writes null, or has not yet written the pointer, when this one reads it. "
     "Check "
     "and use it in one critical section, or make sure that it is set before the thread starts."},
    {"OrderViolation", "Events can come in an order that the user has ruled out.",
     "Nothing in the program enforces the order that was asked for. Wait for the earlier event: a "
     "condition, a join, a future."},
    {"Hang", "The program does not end: nobody is left who could let its threads go on.",
     "Every thread waits, or looks at the same memory over and over. Look for the notification "
     "that "
     "came before anybody waited for it, the flag that nobody sets, the wait without a condition "
     "in a "
     "loop around it."},
    {"Misuse", "A function was called in a state in which it must not be called.",
     "The library does not define what happens then: it may seem to work today. Lock before "
     "unlocking, "
     "in the same thread; initialise before using; do not destroy what is in use."},
    {"Failure", "The recorded run was ended by a signal, a failed assertion or an exception.",
     "It happened in this run, with this schedule; a replay repeats it. The stack shows where, the "
     "other "
     "findings of the report may show why."},
};
static_assert(std::size(kHelp) == static_cast<size_t>(BugKind::failure) + 1);

}  // namespace

const BugHelp& help(BugKind kind) { return kHelp[static_cast<size_t>(kind)]; }

}  // namespace foreweave
