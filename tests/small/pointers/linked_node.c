// A thread walks from a node to the next while another one puts a node between.
#include <pthread.h>
#include <stdio.h>

struct node { int value; struct node *next; };
static struct node last = { 3, NULL }, between = { 2, &last }, first = { 1, &last };

static void *insert(void *arg)
{
    first.next = &between; // RACE
    return arg;
}

static void *walk(void *arg)
{
    int sum = first.value;
    struct node *n = first.next; // RACE
    while (n) {
        sum += n->value;
        n = n == &between ? &last : NULL;
    }
    *(int *)arg = sum;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, walk, &sum);
    pthread_create(&b, NULL, insert, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", sum >= 4 ? "fine" : "lost");
    return 0;
}
