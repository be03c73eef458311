// A text buffer in C appends another one; both are shared.
// guilty: atomicity: the length of the other one is taken in a critical section before the copy
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct buffer {
    pthread_mutex_t lock;
    char text[64];
    size_t length;
};
static struct buffer source = {PTHREAD_MUTEX_INITIALIZER, "some words", 10};
static struct buffer target = {PTHREAD_MUTEX_INITIALIZER, "", 0};

static size_t length_of(struct buffer *b)
{
    pthread_mutex_lock(&b->lock);
    size_t n = b->length;
    pthread_mutex_unlock(&b->lock);
    return n;
}

static size_t copy_out(struct buffer *b, char *to, size_t n)
{
    pthread_mutex_lock(&b->lock);
#ifdef GUILTY
    assert(n <= b->length);
#else
    if (n > b->length) n = b->length;
#endif
    memcpy(to, b->text, n);
    pthread_mutex_unlock(&b->lock);
    return n;
}

static void *append(void *arg)
{
    char copy[64];
    size_t n = copy_out(&source, copy, length_of(&source));
    pthread_mutex_lock(&target.lock);
    memcpy(target.text + target.length, copy, n);
    target.length += n;
    pthread_mutex_unlock(&target.lock);
    return arg;
}

static void *erase(void *arg)
{
    pthread_mutex_lock(&source.lock);
    source.length = 0;
    pthread_mutex_unlock(&source.lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, append, NULL);
    pthread_create(&b, NULL, erase, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(target.length <= 10 ? "done" : "odd");
    return 0;
}
