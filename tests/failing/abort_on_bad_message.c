// A worker aborts when it gets a message of an unknown type.
// shows: failure
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char messages[] = { 'a', 'b', 'x' };

static void *handle(void *arg)
{
    for (int i = 0; i < 3; i++)
        switch (messages[i]) {
        case 'a':
        case 'b':
            break;
        default:
            fprintf(stderr, "unknown message\n");
            abort(); // HERE
        }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, handle, NULL);
    pthread_join(t, NULL);
    return 0;
}
