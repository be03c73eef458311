// Two threads print characters without locking, each between flockfile and funlockfile.
// guilty: race: nobody locks
// rows: streams_unlocked
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *print(void *arg)
{
#ifndef GUILTY
    flockfile(out);
#endif
    for (const char *c = arg; *c; c++)
        putc_unlocked(*c, out);
#ifndef GUILTY
    funlockfile(out);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    out = fopen("/dev/null", "w");
    pthread_create(&a, NULL, print, "left");
    pthread_create(&b, NULL, print, "right");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(out);
    puts("printed");
    return 0;
}
