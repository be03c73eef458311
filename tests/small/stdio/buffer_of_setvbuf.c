// A stream writes into a buffer that it got with setvbuf and that a thread looks at.
#include <pthread.h>
#include <stdio.h>

static char buffer[256];

static void *peek(void *arg)
{
    *(int *)arg = buffer[0]; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int first = 0;
    FILE *f = fopen("/dev/null", "w");
    setvbuf(f, buffer, _IOFBF, sizeof buffer);
    pthread_create(&t, NULL, peek, &first);
    fputs("text for the buffer", f); // RACE
    pthread_join(t, NULL);
    fclose(f);
    printf("%d\n", first);
    return 0;
}
