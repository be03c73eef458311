// The part of Foreweave that lives in the recorded program.
//
// Ground rules. We are a guest:
//  - libc only, and of libc only what neither allocates nor takes a lock that the program may hold;
//    memory of our own comes from mmap. No exceptions, no RTTI, no static constructors but one.
//  - errno is the program's: every way in saves it.
//  - Nothing here may make the program fail. What cannot go on recording stops recording.
//  - A thread touches the log and the tables below only while it has the token.
//
// One thread runs instrumented code at a time, the one that has the token (scheduler.h). What the
// program's threads wait for (locks, conditions, ...) they wait for in our scheduler, while the
// real object is only ever tried; so the same seed gives the same order.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "capture/abi/channel.h"
#include "capture/abi/event_kinds.h"
#include "capture/abi/log_format.h"

namespace foreweave::runtime {

enum class State : uint8_t {
  running,  // has the token
  ready,    // would run
  waiting,  // for `waits_for`
  outside,  // in a call that may block, or in code that we do not see
  finished,
};

constexpr uint32_t kMostPendingSignals = 16;
struct PendingSignal {
  int number;
  bool interrupts;  // it might as well have come elsewhere
  siginfo_t info;
};

struct Thread {
  FwThreadBlock* block;
  uint32_t number;  // counts all threads of the process; main is 0
  uint32_t block_number;
  pthread_t handle;
  State state;
  bool cancellable;          // its wait is a cancellation point
  bool cancelled;            // somebody cancelled it
  bool has_begun;            // so that something of it can be in the log
  bool hears_of_cancel;      // and what it does from its next turn on may be because of that
  bool interrupted;          // a signal's handler ran during its wait
  bool call_is_interrupted;  // one ran during its call outside, which is not to be begun again
  int busy;                  // within the scheduler: signals have to wait
  bool detached, joined;
  bool spins;  // its last slice ended with the same over and over
  bool stays;  // nobody comes between (scheduler.h); then, of its slice:
  uint32_t left_of_slice;
  // A thread that rests between its looks at what it waits for: since when, at how many turns it
  // did something else since its last rest, and (while it rests) what others had done when that
  // began.
  bool rests, waits_long;
  timespec waits_since;
  uint32_t other_turns;
  uint64_t others_before_rest;
  bool wait_may_end;    // without anybody of this process waking it
  bool only_we_end_it;  // it only ends by what threads of this process do, although it looks itself
  bool held;  // until the others get no further: it is ready, and stands before its next step
  bool between_steps;    // it waits for the token, and what it does with it first is no step
  bool sleeps;           // until `sleeps_until`, of CLOCK_MONOTONIC
  uint32_t late_sleeps;  // while somebody waits to end the program
  timespec sleeps_until;
  uint32_t children;  // threads that it created
  uint32_t
      former_ids[FW_MOST_GENERATIONS];  // of Linux, in the processes that this one was forked from
  int64_t priority;                     // of FW_POLICY_priorities
  uint64_t next_input;                  // of the schedule's
  const void* waits_for;
  Thread* next;             // in the queue of ready or waiting threads
  Thread *older, *younger;  // of those that have not ended
  void* (*start)(void*);
  int (*int_start)(void*);  // instead, for threads.h
  void* argument;
  void* stack;  // a piece of memory of its own, for as long as it lives
  size_t stack_size;
  bool on_given_stack;     // which is the program's, before and after
  sigset_t start_mask;     // of signals, for its first turn
  const void* robust[8];   // mutexes that it holds and that outlive it
  int exit_rounds;         // of destructors of thread-specific data
  int ignores;             // FOREWEAVE_IGNORE_BEGINs that it is in
  int sends;               // calls that send signals, perhaps to itself, and that it is in
  int unrecorded;          // handlers of faults that it is in
  uint32_t uses;           // of locks and other things
  const void* unlocked;    // the stream that it used last by a function that locks none,
  uint32_t unlocked_uses;  // and how often
  int task_waits;          // regions of OpenMP that wait for tasks, and that it is in
  uint32_t pending_count;
  PendingSignal* pending;  // room for kMostPendingSignals
};

// Whether the program is being recorded, or was: then its threads run one at a time.
extern bool scheduling;
extern long our_process;    // its id
extern bool shares_memory;  // it has mapped some that other processes may change

Thread* current();  // null: a thread that we do not know, or nothing is recorded

// Whether the address is in the code of a module that was built with us (or of this archive).
bool is_instrumented_code(const void* address);

// Calls into what our functions stand in front of.
void* next_definition(const char* name);
#define FW_REAL(name)                                                                \
  ([] {                                                                              \
    static decltype(&::name) found;                                                  \
    if (!found) found = reinterpret_cast<decltype(&::name)>(next_definition(#name)); \
    return found;                                                                    \
  }())

// Within one of our functions: the code that called it.
#define FW_CALLER __builtin_return_address(0)

// What instrumented code uses.
#define FW_HOOK extern "C" __attribute__((visibility("default")))
// A function of ours that stands in front of libc's, for every library of the program. A program
// that has one of that name itself keeps it.
#define FW_INTERCEPTOR extern "C" __attribute__((visibility("default"), weak))

}  // namespace foreweave::runtime
