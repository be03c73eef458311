// Threads run on memory of the program, one after the other; then it looks how much of it they needed.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kSize = 64 * 1024, kLook = 2048, kFill = 0xAA };

static int deep(int n)
{
    volatile char room[512];
    room[n % 512] = (char)n;
    return n == 0 ? 1 : deep(n - 1) + (room[n % 512] == (char)n);
}

static void *work(void *result)
{
    *(int *)result = deep(20);
    return NULL;
}

int main(void)
{
    unsigned char *stack;
    int depth[2] = {0, 0}, left = 0;
    if (posix_memalign((void **)&stack, 4096, kSize))
        return 1;
    memset(stack, kFill, kLook);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, kSize);
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        if (pthread_create(&t, &attributes, work, &depth[i]))
            return 1;
        pthread_join(t, NULL);
    }
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < kLook && stack[i] == kFill; i++)
        left++;
    printf("%d %d, %s\n", depth[0], depth[1], left == kLook ? "enough" : "not enough");
    free(stack);
    return 0;
}
