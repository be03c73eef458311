// strtok is used by two threads, one after the other.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *cut(void *arg)
{
    int words = 0;
    for (char *w = strtok(arg, " "); w; w = strtok(NULL, " "))
        words++;
    printf("%d\n", words);
    return NULL;
}

int main(void)
{
    char one[] = "to be or not", other[] = "alea iacta est";
    pthread_t t;
    pthread_create(&t, NULL, cut, one);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, cut, other);
    pthread_join(t, NULL);
    return 0;
}
