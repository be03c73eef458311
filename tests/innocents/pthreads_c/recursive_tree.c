// A binary tree whose insert recurses with a recursive mutex held at every level.
// guilty: race: the walk that sums the tree up is done without the mutex
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int key; struct node *left, *right; };

static struct node *root;
static pthread_mutex_t tree_lock;

static void insert(struct node **where, int key)
{
    pthread_mutex_lock(&tree_lock);
    if (*where == NULL) {
        struct node *n = calloc(1, sizeof *n);
        n->key = key;
        *where = n;
    } else {
        insert(key < (*where)->key ? &(*where)->left : &(*where)->right, key);
    }
    pthread_mutex_unlock(&tree_lock);
}

static int sum(const struct node *n)
{
    return n ? n->key + sum(n->left) + sum(n->right) : 0;
}

static void *inserter(void *arg)
{
    int base = *(int *)arg;
    for (int i = 0; i < 6; i++)
        insert(&root, base + i * 7 % 10);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;
    int base = 100;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&tree_lock, &attr);
    insert(&root, 50);
    pthread_create(&t, NULL, inserter, &base);
#ifdef GUILTY
    int partial = sum(root);
#else
    pthread_mutex_lock(&tree_lock);
    int partial = sum(root);
    pthread_mutex_unlock(&tree_lock);
#endif
    pthread_join(t, NULL);
    printf("%d, then %d\n", partial, sum(root));
    return sum(root) == 50 + 600 + 0 + 7 + 4 + 1 + 8 + 5 ? 0 : 1;
}
