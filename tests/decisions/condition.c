// Who waits for the current object is woken.
// row: condition
// guilty: uaf: it is done without the lock that keeps the object
#include <pthread.h>

#define OBJECT pthread_cond_t
#define USE(object) pthread_cond_signal(object)
#define INITIALISE(object) pthread_cond_init(object, NULL)

#include "replaced.h"

int main(void) { return use_and_replace(); }
