// Two threads take lines from one stream, each into a line of its own.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *in;

static void *take(void *arg)
{
    char *line = NULL;
    size_t size = 0;
    int *count = arg;
    while (getline(&line, &size, in) > 0)
        ++*count;
    free(line);
    return NULL;
}

int main(void)
{
    char text[] = "one\ntwo\nthree\nfour\n";
    pthread_t a, b;
    int first = 0, second = 0;
    in = fmemopen(text, sizeof text - 1, "r");
    pthread_create(&a, NULL, take, &first);
    pthread_create(&b, NULL, take, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(in);
    printf("%d\n", first + second);
    return first + second == 4 ? 0 : 1;
}
