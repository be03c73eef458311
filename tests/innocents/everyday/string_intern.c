// An intern table: equal strings get the same pointer, from whichever thread they come.
// guilty: race: the table is searched before the lock is taken
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4
struct entry { struct entry *next; char text[]; };
static struct entry *buckets[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *find(unsigned h, const char *s)
{
    for (struct entry *e = buckets[h]; e; e = e->next)
        if (strcmp(e->text, s) == 0) return e->text;
    return NULL;
}

static const char *intern(const char *s)
{
    unsigned h = (unsigned char)s[0] % BUCKETS;
#ifdef GUILTY
    const char *early = find(h, s);
    if (early) return early;
#endif
    pthread_mutex_lock(&lock);
    const char *found = find(h, s);
    if (!found) {
        struct entry *e = malloc(sizeof *e + strlen(s) + 1);
        strcpy(e->text, s);
        e->next = buckets[h];
        buckets[h] = e;
        found = e->text;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *work(void *arg)
{
    static const char *const words[] = {"if", "else", "while", "return", "if", "while"};
    const char **mine = arg;
    for (int i = 0; i < 6; i++) mine[i] = intern(words[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    const char *got[2][6];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, got[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    int same = 0;
    for (int i = 0; i < 6; i++) same += got[0][i] == got[1][i];
    printf("%d of 6 shared\n", same);
    return same != 6 || got[0][0] != got[0][4];
}
