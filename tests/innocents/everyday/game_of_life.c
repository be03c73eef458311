// The game of life by bands of rows with a barrier per generation; the pattern is a still life.
// guilty: race: the threads do not wait for each other after a generation
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define W 10
#define H 8
#define GENERATIONS 4
static unsigned char grid[2][H][W];
static pthread_barrier_t generation_done;

static int alive_next(unsigned char (*g)[W], int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += g[(y + dy + H) % H][(x + dx + W) % W];
    return n == 3 || (n == 2 && g[y][x]);
}

static void *band(void *arg)
{
    int first = *(int *)arg;
    for (int gen = 0; gen < GENERATIONS; gen++) {
        for (int y = first; y < first + H / 2; y++)
            for (int x = 0; x < W; x++)
                grid[!(gen & 1)][y][x] = alive_next(grid[gen & 1], y, x);
#ifndef GUILTY
        pthread_barrier_wait(&generation_done);
#endif
    }
    return NULL;
}

int main(void)
{
    static const int beehive[6][2] = {{3, 2}, {3, 3}, {4, 1}, {4, 4}, {5, 2}, {5, 3}};
    for (int i = 0; i < 6; i++) grid[0][beehive[i][0]][beehive[i][1]] = 1;
    memcpy(grid[1], grid[0], sizeof grid[0]);
    pthread_barrier_init(&generation_done, NULL, 2);
    pthread_t t[2];
    int first[2] = {0, H / 2};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, band, &first[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    pthread_barrier_destroy(&generation_done);
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) alive += grid[0][y][x];
    printf("%d alive\n", alive);
    return alive != 6;
}
