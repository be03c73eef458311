// Two threads print characters to one stream with putc_unlocked.
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *print(void *arg)
{
    for (const char *c = arg; *c; c++)
        putc_unlocked(*c, out); // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    out = fopen("/dev/null", "w");
    fputs("begin\n", out);
    pthread_create(&a, NULL, print, "aaa");
    pthread_create(&b, NULL, print, "bbb");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(out);
    puts("printed");
    return 0;
}
