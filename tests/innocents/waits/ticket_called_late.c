// A ticket lock: whoever came first works for a while, the others look at the number that is served.
// guilty: race: the next number is called before the shelf is put in order
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_uint next_ticket, now_serving;
static int shelf[4];

static void* visit(void* pause) {
    const unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {
    }
    usleep(*(int*)pause);
#ifdef GUILTY
    atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
    shelf[mine % 2]++;
#else
    shelf[mine % 2]++;
    atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
#endif
    return NULL;
}

int main(void) {
    pthread_t visitors[4];
    int pauses[4] = {20000, 1, 10000, 1};
    for (int i = 0; i < 4; i++) pthread_create(&visitors[i], NULL, visit, &pauses[i]);
    for (int i = 0; i < 4; i++) pthread_join(visitors[i], NULL);
    printf("%d\n", shelf[0] + shelf[1] > 0);
    return 0;
}
