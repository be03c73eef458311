// Main joins the thread before it frees what the thread reads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config { int width, height; };

static void *draw(void *arg)
{
    struct config *c = arg;
    printf("%d\n", c->width * c->height);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct config *c = malloc(sizeof *c);
    c->width = 4;
    c->height = 5;
    pthread_create(&t, NULL, draw, c);
    pthread_join(t, NULL);
    free(c);
    return 0;
}
