// Two threads read a command each with getopt, one after the other.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char *first[] = {"draw", "-r", "-x", NULL}, *second[] = {"move", "-x", "-r", NULL};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *read_command(void *arg)
{
    int found = 0;
    pthread_mutex_lock(&lock);
    optind = 1;
    while (getopt(3, arg, "rx") != -1)
        found++;
    pthread_mutex_unlock(&lock);
    return found != 2 ? arg : NULL;
}

int main(void)
{
    pthread_t a, b;
    void *bad[2];
    pthread_create(&a, NULL, read_command, first);
    pthread_create(&b, NULL, read_command, second);
    pthread_join(a, &bad[0]);
    pthread_join(b, &bad[1]);
    puts(bad[0] || bad[1] ? "odd" : "fine");
    return 0;
}
