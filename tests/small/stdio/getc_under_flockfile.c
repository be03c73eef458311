// Two threads take words from one stream with getc_unlocked, each under flockfile.
#include <pthread.h>
#include <stdio.h>

static FILE *in;

static void *take(void *arg)
{
    int *words = arg;
    for (;;) {
        int c, length = 0;
        flockfile(in);
        while ((c = getc_unlocked(in)) != EOF && c != ' ')
            length++;
        funlockfile(in);
        if (length)
            ++*words;
        if (c == EOF)
            return NULL;
    }
}
int main(void)
{
    char text[] = "to be or not to be";
    pthread_t a, b;
    int first = 0, second = 0;
    in = fmemopen(text, sizeof text - 1, "r");
    pthread_create(&a, NULL, take, &first);
    pthread_create(&b, NULL, take, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(in);
    printf("%d\n", first + second);
    return 0;
}
