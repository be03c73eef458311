// The handler sets one bit of a word while the interrupted code sets another one.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t pending;
static pthread_t main_thread;

static void on_signal(int number)
{
    (void)number;
    pending |= 1; // RACE
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
    for (int i = 1; i < 4; i++)
        pending |= 1 << i; // RACE
    pthread_join(t, NULL);
    printf("%s\n", pending > 1 ? "fine" : "odd");
    return 0;
}
