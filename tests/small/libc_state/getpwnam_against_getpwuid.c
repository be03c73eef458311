// Two threads ask for users with getpwnam and getpwuid, which hand out one entry.
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>

static void *by_name(void *arg)
{
    struct passwd *p = getpwnam("root"); // RACE
    return p && p->pw_uid == 0 ? NULL : arg;
}
static void *by_number(void *arg)
{
    struct passwd *p = getpwuid(0); // RACE
    return p && p->pw_uid == 0 ? NULL : arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, by_name, NULL);
    pthread_create(&b, NULL, by_number, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("asked");
    return 0;
}
