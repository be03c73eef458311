// Threads read the environment that main filled before; main changes it again after the join.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *look(void *arg)
{
    const char *home = getenv("HOME_OF_THREADS"), *none = getenv("NO_SUCH");
    *(int *)arg = home && !none;
    return NULL;
}
int main(void)
{
    for (int round = 0; round < 2; round++) {
        pthread_t t[2];
        int found[2];
        setenv("HOME_OF_THREADS", round ? "b" : "a", 1);
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, look, &found[i]);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
        printf("%d\n", found[0] + found[1]);
    }
    return 0;
}
