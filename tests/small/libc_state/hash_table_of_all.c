// Two threads enter words into the one hash table that hcreate makes.
#include <pthread.h>
#include <search.h>
#include <stdio.h>

static void *enter(void *arg)
{
    ENTRY entry = { arg, "" };
    if (!hsearch(entry, ENTER)) // RACE
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    hcreate(16);
    pthread_create(&a, NULL, enter, "apple");
    pthread_create(&b, NULL, enter, "pear");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    hdestroy();
    puts("entered");
    return 0;
}
