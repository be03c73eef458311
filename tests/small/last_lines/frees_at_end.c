// Main frees the configuration at its end; a thread that was not joined may still read it.
// finds: race, uaf
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct config { int width, height; };

static void *draw(void *arg)
{
    struct config *c = arg;
    int area = c->width * c->height; // RACE
    printf("%d\n", area);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct config *c = malloc(sizeof *c);
    c->width = 4;
    c->height = 5;
    pthread_create(&t, NULL, draw, c);
    usleep(5000);
    free(c); // RACE
    return 0;
}
