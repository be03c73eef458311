// A name is copied into a buffer that is too short, and free notices.
// shows: failure
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *volatile buffer[3];

static void *copy_name(void *arg)
{
    const char *name = arg;
    for (int i = 0; i < 3; i++)
        buffer[i] = malloc(24);
    volatile char *to = buffer[0];
    for (size_t i = 0; i <= strlen(name); i++)
        to[i] = name[i];
    for (int i = 2; i >= 0; i--)
        free(buffer[i]); // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    char name[80];
    memset(name, 0x7f, sizeof name - 1);
    name[sizeof name - 1] = 0;
    pthread_create(&t, NULL, copy_name, name);
    pthread_join(t, NULL);
    puts("copied");
    return 0;
}
