// Main resets the state for good order before it returns, with a thread still at work.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct { int open; int used; } session;

static void *use(void *arg)
{
    if (session.open) // RACE
        puts("used");
    return arg;
}

int main(void)
{
    pthread_t t;
    session.open = 1;
    pthread_create(&t, NULL, use, NULL);
    usleep(3000);
    session.open = 0; // RACE
    return 0;
}
