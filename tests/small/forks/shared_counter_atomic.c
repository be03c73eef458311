// Threads of several processes count in shared memory with atomics.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static _Atomic int *count;

static void *add(void *arg)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(count, 1);
    return arg;
}

int main(void)
{
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED)
        return 1;
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            pthread_t t;
            pthread_create(&t, NULL, add, NULL);
            add(NULL);
            pthread_join(t, NULL);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    printf("%d\n", atomic_load(count));
    return atomic_load(count) == 12 ? 0 : 1;
}
