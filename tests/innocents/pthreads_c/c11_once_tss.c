// C11 threads: a tss_t slot made with call_once gives every thread its own scratch buffer.
// guilty: race: the scratch buffer is one static array for all
// language: c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t slot;

static void make_slot(void)
{
    if (tss_create(&slot, free) != thrd_success)
        abort();
}

static char *scratch(void)
{
    call_once(&once, make_slot);
#ifdef GUILTY
    static char buffer[64];
    return buffer;
#else
    char *buffer = tss_get(slot);
    if (buffer == NULL) {
        buffer = calloc(1, 64);
        tss_set(slot, buffer);
    }
    return buffer;
#endif
}

static const char *hex(unsigned n)
{
    char *s = scratch();
    snprintf(s, 64, "0x%08x", n);
    return s;
}

static int worker(void *arg)
{
    const char *s = hex(*(unsigned *)arg);
    return strlen(s) == 10;
}

int main(void)
{
    unsigned n[3] = { 48879, 51966, 7 };
    thrd_t t[3];
    int good = 0, res;
    for (int i = 0; i < 3; i++)
        thrd_create(&t[i], worker, &n[i]);
    for (int i = 0; i < 3; i++) {
        thrd_join(t[i], &res);
        good += res;
    }
    printf("%d good\n", good);
    return good == 3 ? 0 : 1;
}
