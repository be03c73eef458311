// The program ends with status 3, which is its way to say that there was nothing to do.
#include <pthread.h>
#include <stdio.h>

static void *look(void *arg)
{
    *(int *)arg = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int jobs = 1;
    pthread_create(&t, NULL, look, &jobs);
    pthread_join(t, NULL);
    puts("nothing to do");
    return jobs == 0 ? 3 : 0;
}
