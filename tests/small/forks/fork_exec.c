// A thread runs other programs while main counts.
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *run(void *arg)
{
    int status = 1, bad = 0;
    pid_t child = fork();
    if (child == 0) {
        execlp("true", "true", (char *)NULL);
        _exit(1);
    }
    waitpid(child, &status, 0);
    bad += status != 0;
    child = vfork();
    if (child == 0) {
        execlp("true", "true", (char *)NULL);
        _exit(1);
    }
    waitpid(child, &status, 0);
    bad += status != 0;
    char *arguments[] = { "true", NULL };
    bad += posix_spawnp(&child, "true", NULL, NULL, arguments, environ) != 0;
    waitpid(child, &status, 0);
    bad += status != 0;
    bad += system("true") != 0;
    char line[16] = "";
    FILE *from = popen("echo 7", "r");
    if (from && !fgets(line, sizeof line, from))
        bad++;
    if (from)
        pclose(from);
    *(int *)arg = bad + (atoi(line) != 7);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int bad = 1, count = 0;
    pthread_create(&t, NULL, run, &bad);
    for (int i = 0; i < 100; i++)
        count += i;
    pthread_join(t, NULL);
    printf("%d %d\n", bad, count);
    return bad;
}
