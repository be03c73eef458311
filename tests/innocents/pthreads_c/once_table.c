// A CRC table is computed on first use with pthread_once and only read afterwards.
// guilty: race: a static flag is tested instead
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void make_table(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
}

static uint32_t crc32(const char *s)
{
#ifdef GUILTY
    static int made;
    if (!made) {
        make_table();
        made = 1;
    }
#else
    static pthread_once_t made = PTHREAD_ONCE_INIT;
    pthread_once(&made, make_table);
#endif
    uint32_t c = 0xffffffffu;
    for (; *s; s++)
        c = table[(c ^ (unsigned char)*s) & 0xff] ^ (c >> 8);
    return c ^ 0xffffffffu;
}

static void *worker(void *arg)
{
    return (void *)(uintptr_t)crc32(arg);
}

int main(void)
{
    pthread_t t[2];
    void *result[2];
    pthread_create(&t[0], NULL, worker, "123456789");
    pthread_create(&t[1], NULL, worker, "hello");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &result[i]);
    printf("%08lx %08lx\n", (unsigned long)result[0], (unsigned long)result[1]);
    return (uintptr_t)result[0] == 0xcbf43926u ? 0 : 1;
}
