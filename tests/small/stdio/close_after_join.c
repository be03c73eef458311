// The log is closed when the thread that prints to it was joined.
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;

static void *work(void *arg)
{
    fprintf(log_file, "working\n");
    return arg;
}

int main(void)
{
    static char buffer[128];
    pthread_t t;
    log_file = fopen("/dev/null", "w");
    setvbuf(log_file, buffer, _IOFBF, sizeof buffer);
    pthread_create(&t, NULL, work, NULL);
    fprintf(log_file, "waiting\n");
    pthread_join(t, NULL);
    fclose(log_file);
    puts(buffer[0] ? "closed" : "never written");
    return 0;
}
