// Main destroys a condition that a thread is about to signal.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *tell(void *arg)
{
    pthread_cond_signal(&changed); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, tell, NULL);
    usleep(3000);
    pthread_cond_destroy(&changed); // RACE
    pthread_join(t, NULL);
    puts("destroyed");
    return 0;
}
