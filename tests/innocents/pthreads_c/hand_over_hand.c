// A sorted list with a lock in every node: walkers lock the next node before they leave the current one.
// guilty: uaf, race: the sum lets go of a node before it has locked the next
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct node { pthread_mutex_t lock; int key; struct node *next; } head = { PTHREAD_MUTEX_INITIALIZER, 0, NULL };

static void *delete_third(void *arg)
{
    struct node *prev = &head, *n;
    pthread_mutex_lock(&head.lock);
    for (;; prev = n) {
        n = prev->next;
        pthread_mutex_lock(&n->lock);
        if (n->key == 3)
            break;
        pthread_mutex_unlock(&prev->lock);
    }
    prev->next = n->next;
    pthread_mutex_unlock(&n->lock);
    pthread_mutex_unlock(&prev->lock);
    free(n);
    return arg;
}

static int sum(void)
{
    int total = 0;
    struct node *n = &head;
    pthread_mutex_lock(&n->lock);
    for (struct node *next; (next = n->next) != NULL; n = next) {
#ifdef GUILTY
        pthread_mutex_unlock(&n->lock);
        pthread_mutex_lock(&next->lock);
#else
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&n->lock);
#endif
        total += next->key;
    }
    pthread_mutex_unlock(&n->lock);
    return total;
}

int main(void)
{
    pthread_t t;
    for (int i = 5; i > 0; i--) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){ PTHREAD_MUTEX_INITIALIZER, i, head.next };
        head.next = n;
    }
    pthread_create(&t, NULL, delete_third, NULL);
    int before = sum();
    pthread_join(t, NULL);
    printf("%d, then %d\n", before, sum());
    return sum() == 12 ? 0 : 1;
}
