// A thread asks for the locale while main sets it.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

static void *ask(void *arg)
{
    const char *name = setlocale(LC_ALL, NULL); // RACE
    return name[0] ? arg : NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, ask, NULL);
    setlocale(LC_ALL, "C.UTF-8"); // RACE
    pthread_join(t, NULL);
    puts("set");
    return 0;
}
