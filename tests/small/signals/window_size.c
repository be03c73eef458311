// The handler drops a width that is kept, and raises a flag. The interrupted code may keep the old width all the
// same, but then it sees the flag and asks again.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t of_window = 80, kept, resized, came;
static pthread_t main_thread;

static void on_resize(int number)
{
    (void)number;
    of_window = 100;
    kept = 0;
    resized = 1;
    came = 1;
}

static void *resize(void *arg)
{
    pthread_kill(main_thread, SIGWINCH);
    return arg;
}

static int width(void)
{
    int w;
    do {
        if (resized) {
            resized = 0;
            kept = 0;
        }
        w = kept;
        if (w == 0)
            w = of_window;
        kept = w;
    } while (resized);
    return w;
}

int main(void)
{
    pthread_t t;
    int odd = 0;
    main_thread = pthread_self();
    signal(SIGWINCH, on_resize);
    pthread_create(&t, NULL, resize, NULL);
    for (int i = 0; i < 10; i++) {
        const int w = width();
        odd |= w != 80 && w != 100;
    }
    pthread_join(t, NULL);
    while (!came)
        ;
    printf("%d %d\n", odd, width());
    return 0;
}
