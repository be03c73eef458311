// The parent looks at a word of shared memory that its child sets after two seconds.
// flags: -D_GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    atomic_int *flag = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (flag == MAP_FAILED)
        return 1;
    const pid_t child = fork();
    if (child == 0) {
        sleep(2);
        atomic_store(flag, 1);
        _exit(0);
    }
    while (!atomic_load(flag))
        usleep(100);
    waitpid(child, NULL, 0);
    puts("told");
    return 0;
}
