// fread fills a record that another thread is printing.
#include <pthread.h>
#include <stdio.h>

static int record[4] = { 1, 2, 3, 4 };

static void *load(void *arg)
{
    FILE *f = fopen("/dev/zero", "r");
    size_t n = fread(record, sizeof record[0], 4, f); // RACE
    fclose(f);
    return n == 4 ? NULL : arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, load, NULL);
    int last = record[3]; // RACE
    pthread_join(t, NULL);
    printf("%d\n", last);
    return 0;
}
