// A draft is read, edited without the lock, and saved if nobody else has saved meanwhile.
// guilty: race: the version is compared without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned version;
static int words;

static int edit(void)
{
    pthread_mutex_lock(&lock);
    unsigned seen = version;
    int text = words;
    pthread_mutex_unlock(&lock);
    text += 10;
#ifdef GUILTY
    if (seen != version) return 0;
#endif
    pthread_mutex_lock(&lock);
    int is_mine = seen == version;
    if (is_mine) {
        words = text;
        version++;
    }
    pthread_mutex_unlock(&lock);
    return is_mine;
}

static void *author(void *arg)
{
    for (int i = 0; i < 2; i++)
        while (!edit()) ;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, author, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d words, version %u\n", words, version);
    return words == 40 ? 0 : 1;
}
