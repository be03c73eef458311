// Threads with stacks of a certain size, one after the other: libc gives the second one the stack of the first,
// although nobody says that it comes behind it.
#include <pthread.h>
#include <stdio.h>

static __thread int counted[16];

static void *count(void *result)
{
    int sum = 0, squares[16];
    for (int i = 0; i < 16; i++) {
        counted[i] += i;
        squares[i] = i * i;
    }
    for (int i = 0; i < 16; i++)
        sum += counted[i] + squares[i];
    *(int *)result = sum;
    return NULL;
}

static void *parent(void *result)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    for (int i = 0; i < 2; i++) {
        pthread_t child;
        if (pthread_create(&child, &attributes, count, result))
            break;
        pthread_join(child, NULL);
    }
    pthread_attr_destroy(&attributes);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int of_a = 0, of_b = 0;
    pthread_create(&a, NULL, parent, &of_a);
    pthread_create(&b, NULL, parent, &of_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", of_a, of_b);
    return 0;
}
