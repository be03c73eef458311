// Two threads cut two texts into words with strtok.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *cut(void *arg)
{
    strtok(arg, " "); // RACE
    return NULL;
}

int main(void)
{
    char one[] = "to be or not", other[] = "alea iacta est";
    pthread_t a, b;
    pthread_create(&a, NULL, cut, one);
    pthread_create(&b, NULL, cut, other);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s %s\n", one, other);
    return 0;
}
