// A message is copied out with memcpy while another thread copies the next one in.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char box[64] = "first message, which is rather long";

static void *put(void *arg)
{
    char next[64] = "second message, which is as long";
    memcpy(box, next, sizeof box); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    char mine[64];
    pthread_create(&t, NULL, put, NULL);
    memcpy(mine, box, sizeof mine); // RACE
    pthread_join(t, NULL);
    printf("%d\n", mine[63] == 0);
    return 0;
}
