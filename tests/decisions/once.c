// The current object is set up once.
// row: once
// guilty: uaf: it is done without the lock that keeps the object
#include <pthread.h>

static void set_up(void) {}

#define OBJECT pthread_once_t
#define USE(object) pthread_once(object, set_up)
#define INITIALISE(object) (*(object) = PTHREAD_ONCE_INIT)

#include "replaced.h"

int main(void) { return use_and_replace(); }
