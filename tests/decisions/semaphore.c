// The current object's semaphore is raised.
// row: semaphore
// guilty: uaf: it is done without the lock that keeps the object
#include <semaphore.h>

#define OBJECT sem_t
#define USE(object) sem_post(object)
#define INITIALISE(object) sem_init(object, 0, 0)

#include "replaced.h"

int main(void) { return use_and_replace(); }
