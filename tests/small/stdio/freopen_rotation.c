// Threads print to a stream that main gives another file with freopen, which locks it.
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *work(void *arg)
{
    for (int i = 0; i < 3; i++)
        fprintf(out, "%s %d\n", (char *)arg, i);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    out = fopen("/dev/null", "w");
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    if (!freopen("/dev/null", "a", out))
        return 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(out);
    puts("rotated");
    return 0;
}
