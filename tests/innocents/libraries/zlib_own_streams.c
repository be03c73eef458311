// zlib: each thread compresses and checks its own text; the sizes are added up under a lock.
// guilty: race: the sizes are added up without the lock
// flags: -lz
// packages: zlib1g-dev
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long plain_total, packed_total;
static int failures;

static void *compress_text(void *arg)
{
    unsigned char text[400], packed[512], again[400];
    unsigned long packed_size = sizeof packed, size = sizeof again;
    memset(text, *(char *)arg, sizeof text);
    int bad = compress2(packed, &packed_size, text, sizeof text, 9) != Z_OK ||
              uncompress(again, &size, packed, packed_size) != Z_OK ||
              crc32(0, text, sizeof text) != crc32(0, again, (unsigned)size);
    pthread_mutex_lock(&lock);
    failures += bad;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    plain_total += sizeof text;
    packed_total += packed_size;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    char letters[3] = {'a', 'b', 'c'};
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, compress_text, &letters[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    printf("%lu -> %lu\n", plain_total, packed_total);
    return failures;
}
