// The environment is set before the threads start, which only read it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *look_up(void *arg)
{
    const char *value = getenv("LANGUAGE_OF_REPORTS");
    *(int *)arg = value && strcmp(value, "la") == 0;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int found[2];
    setenv("LANGUAGE_OF_REPORTS", "la", 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, look_up, &found[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    unsetenv("LANGUAGE_OF_REPORTS");
    printf("%d\n", found[0] + found[1]);
    return found[0] && found[1] ? 0 : 1;
}
