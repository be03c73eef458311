// Parent and child write the same variable, each in its own memory.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int number = 1;

int main(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        number += 10;
        _exit(number);
    }
    number += 20;
    waitpid(child, &status, 0);
    printf("%d %d\n", number, WEXITSTATUS(status));
    return number == 21 && WEXITSTATUS(status) == 11 ? 0 : 1;
}
