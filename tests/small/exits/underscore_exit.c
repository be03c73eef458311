// Main looks at a thread's progress and leaves with _exit.
#include <pthread.h>
#include <unistd.h>

int progress;

static void *work(void *arg)
{
    for (int i = 0; i < 5; i++) {
        progress = i; // RACE
        usleep(500);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    usleep(1200);
    _exit(progress > 5 ? 1 : 0); // RACE
}
