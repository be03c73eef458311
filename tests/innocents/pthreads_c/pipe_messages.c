// Pointers to messages go through a pipe; with the pointer the ownership goes, and the reader frees.
// guilty: uaf, race: the writer counts the length of the message after it has sent it
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct message { int number; char text[24]; };
static int fd[2];

static void *reader(void *arg)
{
    struct message *m;
    int *sum = arg;
    while (read(fd[0], &m, sizeof m) == (ssize_t)sizeof m) {
        *sum += m->number;
        free(m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    size_t length = 0;
    if (pipe(fd) != 0 || pthread_create(&t, NULL, reader, &sum) != 0)
        return 1;
    for (int i = 1; i <= 5; i++) {
        struct message *m = malloc(sizeof *m);
        m->number = i;
        snprintf(m->text, sizeof m->text, "message %d", i);
#ifndef GUILTY
        length += strlen(m->text);
#endif
        if (write(fd[1], &m, sizeof m) != (ssize_t)sizeof m)
            return 1;
#ifdef GUILTY
        length += strnlen(m->text, sizeof m->text);
#endif
    }
    close(fd[1]);
    pthread_join(t, NULL);
    close(fd[0]);
    printf("sum %d, %zu characters\n", sum, length);
    return sum == 15 ? 0 : 1;
}
