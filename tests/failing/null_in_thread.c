// A thread uses a pointer that a failed look-up has left null.
// shows: failure
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct user { const char *name; int age; };
static struct user users[] = { { "ada", 36 }, { "alan", 41 } };

static struct user *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(users[i].name, name) == 0)
            return &users[i];
    return NULL;
}

static void *birthday(void *arg)
{
    struct user *volatile user = find(arg);
    user->age++; // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, birthday, "grace");
    pthread_join(t, NULL);
    printf("%d\n", users[0].age);
    return 0;
}
