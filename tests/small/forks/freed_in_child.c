// A child frees what its parent allocated, while its own thread still reads it.
// finds: race, uaf
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int *config;

static void *look(void *arg)
{
    int seen = *config; // RACE
    return seen == 3 ? NULL : arg;
}

int main(void)
{
    int status;
    config = malloc(sizeof *config);
    if (!config)
        return 1;
    *config = 3;
    pid_t child = fork();
    if (child == 0) {
        pthread_t t;
        pthread_create(&t, NULL, look, &t);
        usleep(2000);
        free(config); // RACE
        pthread_join(t, NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    free(config);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
