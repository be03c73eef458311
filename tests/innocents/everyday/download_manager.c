// A download manager simulation: fetchers take chunk numbers and add to a progress that a display shows.
// guilty: race: a fetcher counts its chunk before it takes the lock
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHUNKS 12
#define CHUNK 64
static const char server_file[CHUNKS * CHUNK] = "remote content";
static char local_file[CHUNKS * CHUNK];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t progressed = PTHREAD_COND_INITIALIZER;
static int next_chunk, finished_chunks;

static void *fetch(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int chunk = next_chunk < CHUNKS ? next_chunk++ : -1;
        pthread_mutex_unlock(&lock);
        if (chunk < 0) return unused;
        usleep(200);   // the network
        memcpy(local_file + chunk * CHUNK, server_file + chunk * CHUNK, CHUNK);
#ifdef GUILTY
        finished_chunks++;
        pthread_mutex_lock(&lock);
#else
        pthread_mutex_lock(&lock);
        finished_chunks++;
#endif
        pthread_cond_signal(&progressed);
        pthread_mutex_unlock(&lock);
    }
}

static void *display(void *unused)
{
    int shown = 0;
    while (shown < CHUNKS) {
        pthread_mutex_lock(&lock);
        while (finished_chunks == shown) pthread_cond_wait(&progressed, &lock);
        shown = finished_chunks;
        pthread_mutex_unlock(&lock);
        printf("%d%%\n", shown * 100 / CHUNKS);
    }
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, display, NULL);
    pthread_create(&t[1], NULL, fetch, NULL);
    pthread_create(&t[2], NULL, fetch, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return memcmp(server_file, local_file, sizeof local_file) != 0;
}
