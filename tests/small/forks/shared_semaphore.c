// Parent and child take turns in shared memory with a semaphore of both processes.
// flags: -D_GNU_SOURCE
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared { sem_t turn; int number; };

int main(void)
{
    struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        return 1;
    sem_init(&s->turn, 1, 1);
    pid_t child = fork();
    sem_wait(&s->turn);
    s->number += 1;
    sem_post(&s->turn);
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    printf("%d\n", s->number);
    return s->number == 2 ? 0 : 1;
}
