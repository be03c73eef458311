// Two threads write two members of a struct.
#include <pthread.h>
#include <stdio.h>

static struct { short left, right; } pair;

static void *set_left(void *arg)
{
    for (int i = 0; i < 4; i++)
        pair.left += 1;
    return arg;
}

static void *set_right(void *arg)
{
    for (int i = 0; i < 4; i++)
        pair.right += 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_left, NULL);
    pthread_create(&b, NULL, set_right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", pair.left, pair.right);
    return pair.left == 4 && pair.right == 8 ? 0 : 1;
}
