// Phases with a barrier on main's stack, destroyed and made again for another number of threads.
#include <pthread.h>
#include <stdio.h>

struct phase { pthread_barrier_t gate; int sums[3]; };

static void *work(void *arg)
{
    struct phase *p = arg;
    pthread_barrier_wait(&p->gate);
    pthread_barrier_wait(&p->gate);
    return NULL;
}
static void run(int n)
{
    struct phase p;
    pthread_t t[3];
    pthread_barrier_init(&p.gate, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, work, &p);
    pthread_barrier_wait(&p.gate);
    pthread_barrier_wait(&p.gate);
    pthread_barrier_destroy(&p.gate);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}
int main(void)
{
    run(2);
    run(3);
    puts("met");
    return 0;
}
