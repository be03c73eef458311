// Main looks at a flag that a handler sets, and takes it back before it does what it stands for.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t wanted;
static int done;

static void on_signal(int number)
{
    (void)number;
    wanted = 1;
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

static void look(void)
{
    if (wanted) {
        wanted = 0;
        done += 1;
    }
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 0; i < 10; i++)
        look();
    pthread_join(t, NULL);
    look();
    printf("%d\n", done);
    return done == 1 ? 0 : 1;
}
