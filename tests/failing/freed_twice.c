// Two owners of one buffer both free it, one after the other.
// shows: double-free, failure
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct message { char *text; };

static void *drop(void *arg)
{
    struct message *m = arg;
    free(m->text); // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct message one, copy;
    one.text = malloc(64);
    snprintf(one.text, 64, "hello");
    copy = one;
    pthread_create(&t, NULL, drop, &one);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, drop, &copy);
    pthread_join(t, NULL);
    puts("dropped");
    return 0;
}
