// Two threads cut two texts into words with strtok_r.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *cut(void *arg)
{
    char *rest, *text = arg;
    int words = 0;
    for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        words++;
    printf("%d\n", words);
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
    return 0;
}
