// Three threads read a table by pointers of different types; nobody writes it.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

static void *sum(void *arg)
{
    int s = 0, copy[8];
    memcpy(copy, table, sizeof table);
    for (int i = 0; i < 8; i++)
        s += copy[i] + table[i] + ((const unsigned char *)table)[4 * i];
    *(int *)arg = s;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int s[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, sum, &s[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", s[0]);
    return s[0] == s[1] && s[1] == s[2] ? 0 : 1;
}
