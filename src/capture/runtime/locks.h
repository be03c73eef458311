// Mutexes, for conditions.
#pragma once

#include <pthread.h>

namespace foreweave::runtime {

// Both log what they do. With the token.
int unlock_for_wait(pthread_mutex_t* mutex);
int lock_after_wait(pthread_mutex_t* mutex);
// The same is about to be done, or was done, by somebody else.
void log_given_back(pthread_mutex_t* mutex);
void log_taken_again(pthread_mutex_t* mutex);

}  // namespace foreweave::runtime
