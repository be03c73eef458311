// A parser counts errors in a global; only one of the two inputs has any.
// guilty: race: both inputs have errors
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>

static int errors;

struct job { const char *input; int sum; };

static void *parse(void *arg)
{
    struct job *job = arg;
    for (const char *p = job->input; *p; p++) {
        if (isdigit((unsigned char)*p))
            job->sum += *p - '0';
        else
            errors++;
    }
    return NULL;
}

int main(void)
{
    struct job jobs[2] = {
        {"12x4?6", 0},
#ifdef GUILTY
        {"98z654", 0},
#else
        {"987654", 0},
#endif
    };
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, parse, &jobs[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d %d, %d errors\n", jobs[0].sum, jobs[1].sum, errors);
    return jobs[0].sum != 13 || errors < 2;
}
