// Two threads talk through a pipe with streams on both ends; each closes its own.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *arg)
{
    FILE *out = fdopen(ends[1], "w");
    for (int i = 0; i < 4; i++)
        fprintf(out, "%d\n", i);
    fclose(out);
    return arg;
}
int main(void)
{
    pthread_t t;
    char line[16];
    int n = 0;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, produce, NULL);
    FILE *in = fdopen(ends[0], "r");
    while (fgets(line, sizeof line, in))
        n++;
    fclose(in);
    pthread_join(t, NULL);
    printf("%d\n", n);
    return 0;
}
