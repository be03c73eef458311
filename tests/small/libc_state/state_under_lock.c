// drand48, hsearch, getpwuid and ecvt are used by two threads under one lock.
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    int point, sign;
    pthread_mutex_lock(&lock);
    double x = drand48();
    ENTRY e = { arg, arg };
    hsearch(e, ENTER);
    struct passwd *p = getpwuid(getuid());
    char first = p ? p->pw_name[0] : 0;
    char digit = ecvt(x, 3, &point, &sign)[0];
    pthread_mutex_unlock(&lock);
    return first && digit ? arg : NULL;
}
int main(void)
{
    pthread_t a, b;
    srand48(3);
    hcreate(8);
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    hdestroy();
    puts("used");
    return 0;
}
