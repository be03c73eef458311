// Eight status bytes side by side: one thread sets the first three, the other the last five.
// guilty: race: the first thread sets four
#include <pthread.h>
#include <stdio.h>

static struct { unsigned char bytes[8]; } status;

static void set(int from, int to, unsigned char value)
{
    for (int i = from; i < to; i++) status.bytes[i] = value;
}

static void *front(void *arg)
{
    for (unsigned char round = 1; round <= 5; round++) {
#ifdef GUILTY
        set(0, 4, round);
#else
        set(0, 3, round);
#endif
    }
    return arg;
}

static void *back(void *arg)
{
    for (unsigned char round = 1; round <= 5; round++) {
        status.bytes[3] = status.bytes[4] = round;
        status.bytes[5] = status.bytes[6] = status.bytes[7] = 10 * round;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, front, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += status.bytes[i];
    printf("sum %d\n", sum);
    return sum != 175;
}
