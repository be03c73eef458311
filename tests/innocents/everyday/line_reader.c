// A reader thread reads lines from a pipe into one buffer and lends each to the consumer.
// guilty: race: the consumer gives the buffer back before it has used the line
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EMPTY, FULL, END };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char line[64];
static int state = EMPTY;
static void set_state(int s)
{
    pthread_mutex_lock(&mutex);
    state = s;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static int wait_while(int s)
{
    pthread_mutex_lock(&mutex);
    while (state == s) pthread_cond_wait(&changed, &mutex);
    s = state;
    pthread_mutex_unlock(&mutex);
    return s;
}

static void *reader(void *arg)
{
    while (fgets(line, sizeof line, arg)) {
        line[strcspn(line, "\n")] = '\0';
        set_state(FULL);
        wait_while(FULL);
    }
    set_state(END);
    return NULL;
}

int main(void)
{
    static const char text[] = "first line\nsecond\nthe third line\nand the last";
    pthread_t t;
    int fds[2], letters = 0;
    if (pipe(fds) != 0 || write(fds[1], text, strlen(text)) < 0 || close(fds[1]) != 0) return 2;
    pthread_create(&t, NULL, reader, fdopen(fds[0], "r"));
    while (wait_while(EMPTY) == FULL) {
#ifdef GUILTY
        set_state(EMPTY);
#endif
        usleep(200);   // a slow consumer
        for (const char *p = line; *p; p++) letters += *p != ' ';
#ifndef GUILTY
        set_state(EMPTY);
#endif
    }
    pthread_join(t, NULL);
    return printf("%d letters\n", letters) < 0;
}
