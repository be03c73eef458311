// A log that is closed and opened again under a lock; writers take the lock, too.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *out;
static int lines;

static void say(const char *text)
{
    pthread_mutex_lock(&lock);
    if (lines++ % 3 == 0) {
        if (out)
            fclose(out);
        out = fopen("/dev/null", "w");
    }
    fprintf(out, "%s\n", text);
    pthread_mutex_unlock(&lock);
}
static void *work(void *arg)
{
    for (int i = 0; i < 4; i++)
        say(arg);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(out);
    printf("%d\n", lines);
    return 0;
}
