// Mutexes, for conditions.
#pragma once

#include <pthread.h>

namespace foreweave::runtime {

// Both log what they do. With the token.
int unlock_for_wait(pthread_mutex_t* mutex);
int lock_after_wait(pthread_mutex_t* mutex);
// The same is about to be done, or was done, by somebody else.
// A wait outside gives the mutex back at a moment that nobody tells us of, between these two: who
// wants it meanwhile has to look again by itself. With the token.
void begin_giving_back_outside(const pthread_mutex_t* mutex);
void end_giving_back_outside(const pthread_mutex_t* mutex);
void log_given_back(pthread_mutex_t* mutex);
void log_taken_again(pthread_mutex_t* mutex);

}  // namespace foreweave::runtime
