// Threads write to a file that is turned to another one meanwhile, and that is closed when they have ended.
// guilty: race: it is closed while they may still write
// rows: descriptor_ends
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int out;

static void *work(void *arg)
{
    ssize_t n = write(out, "line\n", 5);
    (void)n;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    out = open("/dev/null", O_WRONLY);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    int fresh = open("/dev/null", O_WRONLY);
    dup2(fresh, out);
    close(fresh);
#ifdef GUILTY
    close(out);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
#ifndef GUILTY
    close(out);
#endif
    puts("written");
    return 0;
}
