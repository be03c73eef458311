// A thread writes to the number of a stream that main closes.
// finds: race
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *arg)
{
    ssize_t n = write(*(int *)arg, "x", 1); // RACE
    (void)n;
    return NULL;
}
int main(void)
{
    pthread_t t;
    FILE *f = fopen("/dev/null", "w");
    int number = fileno(f);
    pthread_create(&t, NULL, work, &number);
    usleep(3000);
    fclose(f); // RACE
    pthread_join(t, NULL);
    puts("closed");
    return 0;
}
