// A simulator has functions of its own that are called send, accept and read, as libc's are.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int wire[8], used;

int send(int value)
{
    pthread_mutex_lock(&lock);
    wire[used++] = value;
    pthread_mutex_unlock(&lock);
    return value;
}

int accept(void)
{
    pthread_mutex_lock(&lock);
    int value = used > 0 ? wire[--used] : -1;
    pthread_mutex_unlock(&lock);
    return value;
}

static void *sender(void *arg)
{
    for (int i = 0; i < 4; i++)
        send(i);
    return arg;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, sender, NULL);
    for (int i = 0; i < 4; i++)
        sum += accept() >= 0;
    pthread_join(t, NULL);
    printf("%s\n", sum <= 4 ? "fine" : "not");
    return 0;
}
