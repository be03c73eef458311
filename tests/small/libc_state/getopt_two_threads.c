// Two threads read a command each with getopt, which keeps its place for all.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char *first[] = {"draw", "-r", "-x", NULL}, *second[] = {"move", "-x", "-r", NULL};

static void *read_command(void *arg)
{
    int found = 0;
    while (getopt(3, arg, "rx") != -1) // RACE
        found++;
    return found > 2 ? arg : NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, read_command, first);
    pthread_create(&b, NULL, read_command, second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("read");
    return 0;
}
