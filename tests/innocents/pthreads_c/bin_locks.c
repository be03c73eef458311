// Words are counted by length with one mutex per bin, which also guards the last word of the bin in the alphabet.
// guilty: race: the last word of a bin is updated under the mutex of the bin before it
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BINS 10
static struct bin {
    pthread_mutex_t lock;
    int count;
    const char *last;
} bins[BINS];

static void add(const char *word)
{
    size_t i = strlen(word) % BINS;
#ifdef GUILTY
    struct bin *locked = &bins[(i + BINS - 1) % BINS];
#else
    struct bin *locked = &bins[i];
#endif
    pthread_mutex_lock(&bins[i].lock);
    bins[i].count++;
    pthread_mutex_unlock(&bins[i].lock);

    pthread_mutex_lock(&locked->lock);
    if (!bins[i].last || strcmp(word, bins[i].last) > 0)
        bins[i].last = word;
    pthread_mutex_unlock(&locked->lock);
}

static void *reader(void *arg)
{
    for (const char **w = arg; *w; w++)
        add(*w);
    return NULL;
}

static void *query(void *arg)
{
    struct bin *b = arg;
    pthread_mutex_lock(&b->lock);
    printf("%s\n", b->last ? b->last : "nothing yet");
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

int main(void)
{
    const char *text[] = { "the", "quick", "brown", "fox", "jumped", NULL };
    pthread_t a, b;
    for (int i = 0; i < BINS; i++)
        pthread_mutex_init(&bins[i].lock, NULL);
    pthread_create(&a, NULL, reader, text);
    pthread_create(&b, NULL, query, &bins[6]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return bins[3].count == 2 && strcmp(bins[5].last, "quick") == 0 ? 0 : 1;
}
