// A thread meets nobody at the barrier of the current object.
// row: barrier
// guilty: uaf: it is done without the lock that keeps the object
#include <pthread.h>

#define OBJECT pthread_barrier_t
#define USE(object) pthread_barrier_wait(object)
#define INITIALISE(object) pthread_barrier_init(object, NULL, 1)

#include "replaced.h"

int main(void) { return use_and_replace(); }
