// One thread copies the coordinates of points, another changes the colour that lies between them.
// guilty: race: the points are copied whole
#include <pthread.h>
#include <stdio.h>

struct point { int x, y, colour, z; };
static struct point points[6];

static void *recolour(void *arg)
{
    for (int i = 0; i < 6; i++) points[i].colour = i % 3 + 1;
    return arg;
}

static void *copy(void *arg)
{
    struct point *out = arg;
    for (int i = 0; i < 6; i++) {
#ifdef GUILTY
        out[i] = points[i];
#else
        out[i].x = points[i].x;
        out[i].y = points[i].y;
        out[i].z = points[i].z;
#endif
    }
    return NULL;
}

int main(void)
{
    struct point copies[6];
    pthread_t r, c;
    for (int i = 0; i < 6; i++) points[i] = (struct point){i, 2 * i, 0, 3 * i};
    pthread_create(&r, NULL, recolour, NULL);
    pthread_create(&c, NULL, copy, copies);
    pthread_join(r, NULL);
    pthread_join(c, NULL);
    int sum = 0;
    for (int i = 0; i < 6; i++) sum += copies[i].x + copies[i].y + copies[i].z;
    printf("%d, last colour %d\n", sum, points[5].colour);
    return sum != 90;
}
