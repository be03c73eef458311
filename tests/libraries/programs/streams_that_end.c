// Threads print to one stream, which is closed when they have ended.
// guilty: race: it is closed while they may still print
// rows: stream_ends
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *work(void *arg)
{
    fprintf(out, "%s\n", (char *)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    out = fopen("/dev/null", "w");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, "line");
#ifdef GUILTY
    fclose(out);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
#ifndef GUILTY
    fclose(out);
#endif
    puts("printed");
    return 0;
}
