// Main goes round until an alarm comes.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void on_alarm(int number)
{
    (void)number;
    rings = 1;
}

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    signal(SIGALRM, on_alarm);
    alarm(2);
    while (!rings)
        sched_yield();
    puts("awake");
    return 0;
}
