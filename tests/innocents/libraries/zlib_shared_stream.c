// zlib: two threads append records to one deflate stream, each record under a lock.
// guilty: race: the stream is fed without the lock
// flags: -lz
// packages: zlib1g-dev
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static z_stream stream;
static unsigned char out[1024];
static const char *const texts[2] = {"a line from the first thread\n", "and one from the other\n"};

static void feed(const char *text)
{
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    stream.next_in = (unsigned char *)text;
    stream.avail_in = (unsigned)strlen(text);
    deflate(&stream, Z_NO_FLUSH);
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
}

static void *writer(void *arg)
{
    for (int i = 0; i < 3; i++) feed(arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    unsigned char plain[1024];
    unsigned long size = sizeof plain;
    if (deflateInit(&stream, 6) != Z_OK) return 2;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, writer, (void *)texts[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    deflate(&stream, Z_FINISH);
    int ok = uncompress(plain, &size, out, stream.total_out) == Z_OK;
    deflateEnd(&stream);
    printf("%lu bytes\n", size);
    return !ok || pthread_mutex_destroy(&lock) != 0;
}
