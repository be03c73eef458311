// A matrix product by rows: each thread writes its own rows and adds its part to the trace under a mutex.
// guilty: race: the ranges of rows overlap by one
#include <pthread.h>
#include <stdio.h>

#define N 6
static int a[N][N], b[N][N], c[N][N];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int trace;

struct range { int from, to; };

static void *multiply(void *arg)
{
    struct range *r = arg;
    int part = 0;
    for (int i = r->from; i < r->to; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
            part += i == j ? sum : 0;
        }
    pthread_mutex_lock(&mutex);
    trace += part;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
#ifdef GUILTY
    struct range r[2] = { { 0, N / 2 + 1 }, { N / 2, N } };
#else
    struct range r[2] = { { 0, N / 2 }, { N / 2, N } };
#endif
    pthread_t t[2];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j;
        }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, multiply, &r[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("trace %d\n", trace);
    return c[5][5] == 10 && c[3][2] == 5 ? 0 : 1;
}
