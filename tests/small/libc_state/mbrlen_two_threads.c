// Two threads measure texts with mbrlen and a state of their own.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static void *measure(void *arg)
{
    long n = 0;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (const char *p = arg; *p; n++) {
        size_t size = mbrlen(p, strlen(p), &state);
        p += size > 0 && size < 8 ? size : 1;
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
