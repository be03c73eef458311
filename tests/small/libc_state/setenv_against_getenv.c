// A thread looks up the environment while main sets a variable.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *look_up(void *arg)
{
    *(int *)arg = getenv("NO_SUCH_VARIABLE") != NULL; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int found;
    pthread_create(&t, NULL, look_up, &found);
    setenv("LANGUAGE_OF_REPORTS", "la", 1); // RACE
    pthread_join(t, NULL);
    printf("%d\n", found);
    return 0;
}
