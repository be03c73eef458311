// Files that libc opens (mkstemp, tmpfile) among files that the program opens, in several threads.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *arg)
{
    for (int i = 0; i < 3; i++) {
        char name[] = "/tmp/fw-test-XXXXXX";
        int fd = mkstemp(name);
        if (fd < 0 || write(fd, "x", 1) != 1)
            return "failed";
        close(fd);
        unlink(name);
        FILE *f = tmpfile();
        fputs("text", f);
        fclose(f);
        int plain = open("/dev/null", O_WRONLY);
        if (write(plain, "y", 1) != 1)
            return "failed";
        close(plain);
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    void *failed[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &failed[i]);
    puts(failed[0] || failed[1] ? "failed" : "fine");
    return 0;
}
