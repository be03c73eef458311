// Main closes the log that a thread still prints to.
// finds: race, uaf
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *log_file;

static void *work(void *arg)
{
    fprintf(log_file, "working\n"); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    log_file = fopen("/dev/null", "w");
    pthread_create(&t, NULL, work, NULL);
    usleep(3000);
    fclose(log_file); // RACE
    pthread_join(t, NULL);
    puts("closed");
    return 0;
}
