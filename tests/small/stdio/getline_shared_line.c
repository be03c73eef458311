// Two threads read lines of two streams into one line.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char *line;
static size_t size = 256;

static void *read_line(void *arg)
{
    char text[] = "just one line\n";
    FILE *f = fmemopen(text, sizeof text - 1, "r");
    if (getline(&line, &size, f) < 0) // RACE
        arg = NULL;
    fclose(f);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    line = malloc(size);
    pthread_create(&a, NULL, read_line, NULL);
    pthread_create(&b, NULL, read_line, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%c\n", line[0]);
    free(line);
    return 0;
}
