// A switch returns one of several globals; every thread changes and asks for its own only.
// guilty: race: one thread also asks for its neighbour's
#include <pthread.h>
#include <stdio.h>

enum what { WIDTH, HEIGHT, DEPTH };
static int width, height, depth;

static int get(enum what w)
{
    switch (w) {
    case WIDTH: return width;
    case HEIGHT: return height;
    case DEPTH: return depth;
    }
    return -1;
}

static void grow(enum what w)
{
    switch (w) {
    case WIDTH: width += 1; break;
    case HEIGHT: height += 2; break;
    case DEPTH: depth += 3; break;
    }
}

static void *owner(void *arg)
{
    enum what mine = *(enum what *)arg;
    for (int i = 0; i < 10; i++) grow(mine);
    int seen = get(mine);
#ifdef GUILTY
    if (mine == HEIGHT) seen += get(WIDTH);
#endif
    printf("%d\n", seen);
    return NULL;
}

int main(void)
{
    enum what all[3] = {WIDTH, HEIGHT, DEPTH};
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, owner, &all[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return get(WIDTH) * get(HEIGHT) * get(DEPTH) != 10 * 20 * 30;
}
