// Writers choose the lock of a key modulo 4, the reader modulo 3.
#include <pthread.h>
#include <stdio.h>

static int value[8];
static pthread_mutex_t lock[4];

static void *write_key(void *arg)
{
    int key = *(int *)arg;
    pthread_mutex_lock(&lock[key % 4]);
    value[key] = key; // RACE
    pthread_mutex_unlock(&lock[key % 4]);
    return NULL;
}

static int read_key(int key)
{
    pthread_mutex_lock(&lock[key % 3]);
    int v = value[key]; // RACE
    pthread_mutex_unlock(&lock[key % 3]);
    return v;
}

int main(void)
{
    pthread_t t;
    int key = 7;
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&lock[i], NULL);
    pthread_create(&t, NULL, write_key, &key);
    int v = read_key(7);
    pthread_join(t, NULL);
    printf("%d\n", v);
    return 0;
}
