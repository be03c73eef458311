// Two threads read one stream with getc_unlocked.
#include <pthread.h>
#include <stdio.h>

static FILE *in;

static void *take(void *arg)
{
    int c = getc_unlocked(in); // RACE
    return c == EOF ? arg : NULL;
}
int main(void)
{
    char text[] = "some text";
    pthread_t a, b;
    in = fmemopen(text, sizeof text - 1, "r");
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(in);
    puts("read");
    return 0;
}
