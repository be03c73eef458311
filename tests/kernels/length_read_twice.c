// A message in shared memory is checked by its length, and copied by its length, which has changed.
// names: race, atomicity
// effect: signal 11, stack smashing, Aborted, output
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LIMIT 16

// After the double fetches of system calls and hypervisors: the other side owns the memory too.
struct message {
    volatile unsigned length;
    char body[64];
};

static struct message shared = { 8, "12345678 and more behind it, up to sixty bytes of it" };
static unsigned copied;

static int receive(struct message *m, char *to)
{
    if (m->length > LIMIT) // HERE
        return -1;
    copied = m->length; // HERE
    memcpy(to, m->body, copied);
    return 0;
}

static void *receiver(void *arg)
{
    struct { char body[LIMIT]; char guard[48]; } local;
    memset(&local, 0, sizeof local);
    int refused = receive(&shared, local.body);
    if (!refused && local.guard[0])
        puts("more than fits");
    return arg;
}

static void *other_side(void *arg)
{
    shared.length = 40; // HERE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, receiver, NULL);
    pthread_create(&b, NULL, other_side, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(copied <= LIMIT ? "fits" : "overflow");
    return 0;
}
