// Parent and child both write a number in shared memory.
// flags: -D_GNU_SOURCE
// missed: nothing; two processes have no common log
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        *shared = 1; // RACE
        _exit(0);
    }
    *shared = 2; // RACE
    waitpid(child, NULL, 0);
    printf("%s\n", *shared > 0 ? "fine" : "lost");
    return 0;
}
