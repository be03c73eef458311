// Main looks at a thread's atomic progress and leaves with _exit.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int progress;

static void *work(void *arg)
{
    for (int i = 0; i < 5; i++) {
        atomic_store(&progress, i);
        usleep(500);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    usleep(1200);
    _exit(atomic_load(&progress) > 5 ? 1 : 0);
}
