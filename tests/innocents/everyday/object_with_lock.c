// A job carries its own lock and user count; the user who brings the count to zero frees it.
// guilty: uaf, race, double-free: the count is looked at after the lock was released
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    long history[8];
    pthread_mutex_t lock;
    int users;
    int steps;
};

static int steps_at_end[3];

static void job_leave(struct job *j, int *steps)
{
    pthread_mutex_lock(&j->lock);
    *steps = ++j->steps;
    int left = --j->users;
    pthread_mutex_unlock(&j->lock);
#ifdef GUILTY
    left = j->users;
#endif
    if (left == 0) {
        pthread_mutex_destroy(&j->lock);
        free(j);
    }
}

struct user { struct job *job; int *steps; };

static void *use(void *arg)
{
    struct user *u = arg;
    job_leave(u->job, u->steps);
    return NULL;
}

int main(void)
{
    struct job *j = calloc(1, sizeof *j);
    pthread_t t[3];
    struct user users[3];
    pthread_mutex_init(&j->lock, NULL);
    j->users = 3;
    for (int i = 0; i < 3; i++) {
        users[i] = (struct user){j, &steps_at_end[i]};
        pthread_create(&t[i], NULL, use, &users[i]);
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) { pthread_join(t[i], NULL); sum += steps_at_end[i]; }
    printf("steps %d %d %d\n", steps_at_end[0], steps_at_end[1], steps_at_end[2]);
    return sum != 6;
}
