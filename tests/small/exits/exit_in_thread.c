// The worker ends the program; main still writes the status that the worker reads.
#include <pthread.h>
#include <stdlib.h>

int status;

static void *finish(void *arg)
{
    (void)arg;
    exit(status > 100 ? 1 : 0); // RACE
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, finish, NULL);
    status = 3; // RACE
    pthread_join(t, NULL);
    return 1;
}
