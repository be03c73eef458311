// Threads write to a log whose file is replaced with dup2 meanwhile.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int log_fd;

static void *work(void *arg)
{
    for (int i = 0; i < 4; i++)
        if (write(log_fd, "line\n", 5) != 5)
            return "failed";
    return arg;
}
int main(void)
{
    pthread_t t[2];
    void *failed[2];
    log_fd = open("/dev/null", O_WRONLY);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) {
        int fresh = open("/dev/null", O_WRONLY | O_APPEND);
        dup2(fresh, log_fd);
        close(fresh);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &failed[i]);
    close(log_fd);
    puts(failed[0] || failed[1] ? "failed" : "fine");
    return 0;
}
