// The handler sets a bit that the interrupted code sets, too: whichever write is lost, the bit is set.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t flags, came;
static pthread_t main_thread;

static void on_signal(int number)
{
    (void)number;
    flags |= 1;
    came = 1;
}

static void *interrupt(void *arg)
{
    pthread_kill(main_thread, SIGUSR1);
    return arg;
}

int main(void)
{
    pthread_t t;
    main_thread = pthread_self();
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, NULL);
    flags |= 1;
    flags |= 1;
    pthread_join(t, NULL);
    while (!came)
        ;
    printf("%d\n", (int)flags);
    return 0;
}
