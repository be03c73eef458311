// An image with an intrusive atomic reference count; whoever drops the last reference frees it.
// guilty: double-free, uaf: the count is read a second time to find out whether it has become zero
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image {
    atomic_int refs;
    int width, height;
    unsigned char pixels[];
};

static atomic_int freed;

static void unref(struct image *im)
{
#ifdef GUILTY
    atomic_fetch_sub(&im->refs, 1);
    if (atomic_load(&im->refs) == 0) {
#else
    if (atomic_fetch_sub(&im->refs, 1) == 1) {
#endif
        atomic_fetch_add(&freed, 1);
        free(im);
    }
}

static void *view(void *arg)
{
    struct image *im = arg;
    int sum = 0;
    for (int i = 0; i < im->width * im->height; i++)
        sum += im->pixels[i];
    unref(im);
    return sum == 32 ? arg : NULL;
}

int main(void)
{
    struct image *im = malloc(sizeof *im + 16);
    pthread_t t[2];
    atomic_init(&im->refs, 3);
    im->width = im->height = 4;
    memset(im->pixels, 2, 16);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, view, im);
    unref(im);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("freed %d time(s)\n", atomic_load(&freed));
    return atomic_load(&freed) == 1 ? 0 : 1;
}
