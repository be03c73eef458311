// A mutex of C11 is made by a thread that starts when the other one may already lock it.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int n;

static int make(void *arg)
{
    mtx_init(&lock, mtx_plain); // RACE
    return arg != NULL;
}
static int work(void *arg)
{
    thrd_sleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
    mtx_lock(&lock); // RACE
    n++;
    mtx_unlock(&lock); // RACE maybe
    return arg != NULL;
}
int main(void)
{
    thrd_t a, b;
    thrd_create(&b, work, NULL);
    thrd_create(&a, make, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    mtx_destroy(&lock);
    printf("%d\n", n);
    return 0;
}
