// Threads print into a stream in memory; main reads the text after closing it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *out;

static void *print(void *arg)
{
    fprintf(out, "[%d]", *(int *)arg);
    return NULL;
}

int main(void)
{
    char *text = NULL;
    size_t size = 0;
    pthread_t t[2];
    int id[2] = { 1, 2 };
    out = open_memstream(&text, &size);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, print, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    fclose(out);
    printf("%zu\n", size);
    free(text);
    return size == 6 ? 0 : 1;
}
