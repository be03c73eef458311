// Two stages of a pipeline are processes of their own; each reads with one thread and counts with another.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[64], count, finished;

static void *read_all(void *arg)
{
    char c;
    while (read(*(int *)arg, &c, 1) == 1) {
        pthread_mutex_lock(&lock);
        items[count++] = c;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void stage(int in, int out)
{
    pthread_t reader;
    pthread_create(&reader, NULL, read_all, &in);
    pthread_mutex_lock(&lock);
    for (int taken = 0;;) {
        while (taken == count && !finished)
            pthread_cond_wait(&changed, &lock);
        if (taken == count)
            break;
        char c = (char)(items[taken++] + 1);
        pthread_mutex_unlock(&lock);
        if (write(out, &c, 1) != 1)
            _exit(1);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(reader, NULL);
    _exit(0);
}

int main(void)
{
    int first[2], second[2], third[2];
    char text[8] = "";
    if (pipe(first) != 0 || pipe(second) != 0 || pipe(third) != 0)
        return 1;
    if (fork() == 0) {
        close(first[1]);
        stage(first[0], second[1]);
    }
    close(second[1]);
    if (fork() == 0) {
        close(first[1]);
        stage(second[0], third[1]);
    }
    close(third[1]);
    if (write(first[1], "abc", 3) != 3)
        return 1;
    close(first[1]);
    for (int got = 0; got < 3;) {
        ssize_t n = read(third[0], text + got, sizeof text - 1 - (size_t)got);
        if (n <= 0)
            return 1;
        got += (int)n;
    }
    while (wait(NULL) > 0) {
    }
    puts(text);
    return text[0] == 'c' && text[2] == 'e' ? 0 : 1;
}
