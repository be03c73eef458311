// Two halves of a device's state are bit fields of one word, so one mutex guards both.
// guilty: race: each half has a mutex of its own
#include <pthread.h>
#include <stdio.h>

static struct {
    unsigned speed : 6;
    unsigned direction : 1;
    unsigned errors : 9;
} motor;

static pthread_mutex_t drive_lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef GUILTY
static pthread_mutex_t error_lock = PTHREAD_MUTEX_INITIALIZER;
#else
#define error_lock drive_lock
#endif

static void *driver(void *arg)
{
    (void)arg;
    for (unsigned i = 1; i <= 10; i++) {
        pthread_mutex_lock(&drive_lock);
        motor.speed = i * 3;
        motor.direction = i & 1;
        pthread_mutex_unlock(&drive_lock);
    }
    return NULL;
}

static void *monitor(void *arg)
{
    (void)arg;
    for (int i = 0; i < 7; i++) {
        pthread_mutex_lock(&error_lock);
        motor.errors++;
        pthread_mutex_unlock(&error_lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, driver, NULL);
    pthread_create(&b, NULL, monitor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("speed %u, errors %u\n", motor.speed, motor.errors);
    return motor.speed == 30 && motor.errors == 7 ? 0 : 1;
}
