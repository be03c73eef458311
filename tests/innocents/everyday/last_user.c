// A shared image is released by all its users; the last one frees it.
// guilty: double-free: a user counts itself out and looks whether it was the last under two locks
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    pthread_mutex_t lock;
    int users;
    unsigned char *pixels;
} image = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int freed[2];

static int release(void)
{
    pthread_mutex_lock(&image.lock);
    image.users--;
#ifdef GUILTY
    pthread_mutex_unlock(&image.lock);
    pthread_mutex_lock(&image.lock);
#endif
    int last = image.users == 0;
    pthread_mutex_unlock(&image.lock);
    if (last) free(image.pixels);
    return last;
}

static void *user(void *arg)
{
    int *mine = arg, sum = 0;
    for (int i = 0; i < 100; i++) sum += image.pixels[i];
    if (sum != 4950) return NULL;
    *mine = release();
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    image.pixels = malloc(100);
    for (int i = 0; i < 100; i++) image.pixels[i] = (unsigned char)i;
    image.users = 2;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, &freed[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("freed by %s\n", freed[0] ? "the first" : "the second");
    return freed[0] + freed[1] != 1;
}
