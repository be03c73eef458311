// A thread returns the address of a local variable; who joins it reads the result there.
// finds: uaf
#include <pthread.h>
#include <stdio.h>

struct result { int sum, count; };

static struct result *add_up(const int *values, int n, struct result *into)
{
    for (int i = 0; i < n; i++) {
        into->sum += values[i];
        into->count++;
    }
    return into;
}

static void *worker(void *values)
{
    struct result mine = {0, 0};
    return add_up(values, 4, &mine);
}

int main(void)
{
    int values[] = {1, 2, 3, 4};
    pthread_t t;
    void *left;
    pthread_create(&t, NULL, worker, values);
    pthread_join(t, &left);
    const struct result *r = left;
    printf("%s\n", r->count == 4 ? "fine" : "spoilt"); // RACE
    return 0;
}
