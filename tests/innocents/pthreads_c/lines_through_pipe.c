// Two stages of a pipeline talk by lines of text through a pipe; what the lines are about lies in a table.
// guilty: race: the table is looked at before a line has come
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static int entries[4];

static void *produce(void *arg)
{
    FILE *out = fdopen(ends[1], "w");
    for (int i = 0; i < 4; i++) {
        entries[i] = i * 5;
        fprintf(out, "entry %d\n", i);
        fflush(out);
    }
    fclose(out);
    return arg;
}

int main(void)
{
    pthread_t t;
    int number, sum = 0;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&t, NULL, produce, NULL);
    FILE *in = fdopen(ends[0], "r");
#ifdef GUILTY
    sum -= entries[1];
#endif
    while (fscanf(in, "entry %d\n", &number) == 1)
        sum += entries[number];
    pthread_join(t, NULL);
    fclose(in);
    printf("%d\n", sum);
    return sum <= 30 ? 0 : 1;
}
