// Two threads read lines from one stream into one getline buffer, which a mutex guards with the counts.
// guilty: race: a thread still looks at the first character of the shared line after the unlock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *input;
static char *line;
static size_t capacity;
static size_t letters;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg)
{
    int *lines = arg;
    for (;;) {
        pthread_mutex_lock(&mutex);
        ssize_t n = getline(&line, &capacity, input);
        if (n > 0)
            letters += strcspn(line, "\n");
        pthread_mutex_unlock(&mutex);
        if (n < 0)
            return NULL;
#ifdef GUILTY
        if (line[0] == '#')
            continue;
#endif
        ++*lines;
    }
}

int main(void)
{
    char text[] = "alpha\nbeta\ngamma\ndelta\nepsilon\nzeta\n";
    int lines[2] = { 0, 0 };
    pthread_t t[2];
    input = fmemopen(text, sizeof text - 1, "r");
    if (input == NULL)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, &lines[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d lines, %zu letters\n", lines[0] + lines[1], letters);
    free(line);
    fclose(input);
    return lines[0] + lines[1] == 6 && letters == 30 ? 0 : 1;
}
