// A driver checks that its device is there and uses it; the unplugging thread clears the pointer in between.
// names: null, race, atomicity
// effect: signal 11
#include <pthread.h>
#include <stdio.h>

struct operations {
    int (*transfer)(int);
};
struct device {
    struct operations *operations;
    int transferred;
};

static int transfer(int n) { return n; }
static struct operations usb = { transfer };
struct device device = { &usb, 0 };
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int plugged = 1, attempts;

static void count_attempt(void)
{
    pthread_mutex_lock(&state_lock);
    attempts++;
    pthread_mutex_unlock(&state_lock);
}

static int submit(struct device *d, int bytes)
{
    if (!d->operations) // HERE
        return -1;
    count_attempt();
    return d->operations->transfer(bytes); // HERE
}

static void *sender(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        int n = submit(&device, i * 10);
        if (n < 0)
            break;
        device.transferred += n;
    }
    return arg;
}

static void *unplug(void *arg)
{
    pthread_mutex_lock(&state_lock);
    plugged = 0;
    pthread_mutex_unlock(&state_lock);
    device.operations = NULL; // HERE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, unplug, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", device.transferred <= 60 ? "unplugged" : "odd");
    return 0;
}
