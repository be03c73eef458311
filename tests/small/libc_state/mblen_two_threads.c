// Two threads measure texts with mblen, which keeps half a character for the next call.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *measure(void *arg)
{
    long n = 0;
    for (const char *p = arg; *p;) {
        int size = mblen(p, strlen(p)); // RACE
        p += size > 0 ? size : 1;
        n++;
    }
    return (void *)n;
}

int main(void)
{
    pthread_t a, b;
    void *m, *n;
    pthread_create(&a, NULL, measure, "river");
    pthread_create(&b, NULL, measure, "bank");
    pthread_join(a, &m);
    pthread_join(b, &n);
    printf("%ld\n", (long)m + (long)n);
    return 0;
}
