// Two threads format their messages in the same static buffer.
#include <pthread.h>
#include <stdio.h>

static const char *message(int n)
{
    static char text[32];
    snprintf(text, sizeof text, "message %d", n); // RACE
    return text;
}

static void *show(void *arg)
{
    puts(message(*(int *)arg)); // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, show, &one);
    pthread_create(&b, NULL, show, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
