// The threads of the program as we know them.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// The thread that runs before main. False if there is no memory.
bool adopt_main_thread();
// A thread that came into being without pthread_create, or before we looked.
Thread* adopt_thread();
// Points the calling thread's hooks to the log or, if nothing is recorded, to nowhere.
void enter_nowhere();
// What the calling thread does until return_to_log is not recorded; and its place in the log.
FwThreadBlock* leave_log();
void return_to_log(FwThreadBlock* place);
Thread* find_thread(pthread_t handle);
void log_thread_begin(Thread* self);
// Whether a thread that has ended had it on its stack, with what was thread-local to it.
bool is_on_stack_of_ended_thread(uint64_t address, const Thread& of_another_than);
// Those that have not ended, as they were created. The list changes with the token held, and may be
// read without it: who is taken out still knows the next one.
Thread* oldest_thread();
template <class Visit>
void for_each_thread(Visit visit) {
  for (Thread* t = oldest_thread(); t; t = __atomic_load_n(&t->younger, __ATOMIC_ACQUIRE))
    if (t->state != State::finished) visit(*t);
}
// Of a robust mutex: its owner dies with it, somebody makes it consistent, or gives it up.
void log_change_of_robust(const void* mutex);
// The word that stands for that.
const void* word_of_robust(const void* mutex);
// It has ended. With the token.
void note_finished(Thread* thread);
// Before the program does anything: what becomes of children is decided where they are made.
void watch_forks();
// A thread of a process that is not recorded. If that is a child, the recorder may want to know.
void note_unrecorded_thread();

// The others, which are gone in the child of a fork by the calling thread, and were not joined.
uint32_t other_threads_at_fork();
// In that child, if it is recorded on. For the trace it joins the others there, one after the
// other: what they did, they did before, and nothing of what the child does can meet with it.
void become_only_thread(Thread* self);

// pthread_create for a function that may return an int, as those of threads.h do.
int create_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                  int (*int_start)(void*), void* argument);

// Where a join tells the program what the thread left; null: nowhere.
struct Told {
  const void* memory;
  size_t bytes;
};
// pthread_join, which tells that elsewhere than in `value`.
int join_thread(pthread_t handle, void** value, const Told& told);

}  // namespace foreweave::runtime
