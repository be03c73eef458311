// A worker detaches itself, and main joins it all the same.
// shows: misuse
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *arg)
{
    pthread_detach(pthread_self());
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    usleep(2000);
    pthread_join(worker, NULL); // HERE
    printf("done\n");
    return 0;
}
