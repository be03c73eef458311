// Four threads write one byte each of the same word.
#include <pthread.h>
#include <stdio.h>

static char word[4];

static void *set(void *arg)
{
    char *byte = arg;
    *byte = 'a';
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, set, &word[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    printf("%.4s\n", word);
    return 0;
}
