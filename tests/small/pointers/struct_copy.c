// One thread copies a whole struct while another writes one of its members.
#include <pthread.h>
#include <stdio.h>

struct sample { int id; double value; char unit[8]; };
static struct sample last = { 1, 2.5, "mm" };

static void *update(void *arg)
{
    last.value = 3.5; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, update, NULL);
    struct sample copy = last; // RACE
    pthread_join(t, NULL);
    printf("%d %s %d\n", copy.id, copy.unit, copy.value > 2);
    return 0;
}
