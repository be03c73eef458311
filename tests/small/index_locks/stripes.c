// Sixteen counters share four locks by their index modulo four.
#include <pthread.h>
#include <stdio.h>

static int counter[16];
static pthread_mutex_t stripe[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void *count(void *arg)
{
    int step = *(int *)arg;
    for (int k = 0, i = 0; k < 16; k++, i = (i + step) & 15) {
        pthread_mutex_lock(&stripe[i % 4]);
        counter[i]++;
        pthread_mutex_unlock(&stripe[i % 4]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int step[2] = { 3, 5 }, sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, &step[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 16; i++)
        sum += counter[i];
    printf("%d\n", sum);
    return sum == 32 ? 0 : 1;
}
