// An atomic flag says that the work is done; nobody joins.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int done;
static int answer;

static void *work(void *arg)
{
    answer = 42;
    atomic_store_explicit(&done, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!atomic_load_explicit(&done, memory_order_acquire))
        usleep(1000);
    printf("%d\n", answer);
    return answer == 42 ? 0 : 1;
}
