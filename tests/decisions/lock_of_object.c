// The current object's lock is taken.
// row: lock
// guilty: uaf: it is done without the lock that keeps the object
#include <pthread.h>

#define OBJECT pthread_mutex_t
#define USE(object) (pthread_mutex_lock(object), pthread_mutex_unlock(object))
#define INITIALISE(object) pthread_mutex_init(object, NULL)

#include "replaced.h"

int main(void) { return use_and_replace(); }
