// Two threads reverse the halves of an array by pointers into it.
#include <pthread.h>
#include <stdio.h>

struct range { int *from, *to; };

static void *reverse(void *arg)
{
    struct range *r = arg;
    for (int *a = r->from, *b = r->to - 1; a < b; a++, b--) {
        int t = *a;
        *a = *b;
        *b = t;
    }
    return NULL;
}

int main(void)
{
    int field[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    struct range lower = { field, field + 5 }, upper = { field + 5, field + 10 };
    pthread_t a, b;
    pthread_create(&a, NULL, reverse, &lower);
    pthread_create(&b, NULL, reverse, &upper);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", field[0], field[5]);
    return field[0] == 4 && field[5] == 9 ? 0 : 1;
}
