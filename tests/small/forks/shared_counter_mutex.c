// Parent and child count in shared memory, with two threads each, under a mutex of both processes.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared { pthread_mutex_t lock; int count; };
static struct shared *s;

static void *add(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&s->lock);
        s->count += 1;
        pthread_mutex_unlock(&s->lock);
    }
    return arg;
}

static void add_with_two(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    pthread_mutexattr_t attributes;
    s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        return 1;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->lock, &attributes);
    pid_t child = fork();
    add_with_two();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    printf("%d\n", s->count);
    return s->count == 12 ? 0 : 1;
}
