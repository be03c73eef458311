// Three threads print to one stream; its functions lock it.
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *print(void *arg)
{
    for (int i = 0; i < 3; i++) {
        fprintf(out, "%s %d\n", (char *)arg, i);
        fputs("next\n", out);
        fputc('-', out);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    char *name[3] = { "a", "b", "c" };
    out = tmpfile();
    if (!out)
        return 1;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, print, name[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%ld\n", ftell(out));
    fclose(out);
    return 0;
}
