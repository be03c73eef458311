// A stream has a buffer of the program's; a thread looks into it when everything was printed.
// guilty: race: it looks while something is printed
// rows: stream_buffers
#include <pthread.h>
#include <stdio.h>

static char buffer[128];

static void *look(void *arg)
{
    *(int *)arg = buffer[0];
    return NULL;
}

int main(void)
{
    pthread_t t;
    int first = 0;
    FILE *out = fopen("/dev/null", "w");
    setvbuf(out, buffer, _IOFBF, sizeof buffer);
#ifdef GUILTY
    pthread_create(&t, NULL, look, &first);
    fputs("text", out);
#else
    fputs("text", out);
    pthread_create(&t, NULL, look, &first);
#endif
    pthread_join(t, NULL);
    fclose(out);
    puts(first >= 0 ? "printed" : "odd");
    return 0;
}
