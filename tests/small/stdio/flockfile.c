// Whole lines are printed with putc_unlocked between flockfile and funlockfile.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *print(void *arg)
{
    for (int i = 0; i < 2; i++) {
        flockfile(stdout);
        for (const char *c = arg; *c; c++)
            putc_unlocked(*c, stdout);
        putc_unlocked('\n', stdout);
        lines++;
        funlockfile(stdout);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, print, "left");
    pthread_create(&b, NULL, print, "right");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return lines == 4 ? 0 : 1;
}
