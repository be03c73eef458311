// Two players hit a ball in turns, with a mutex and a condition for the turn.
// guilty: race: a player passes the turn on before hitting the ball, and hits it unlocked
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t your_turn = PTHREAD_COND_INITIALIZER;
static int turn;
static int ball_hits;

static void *player(void *arg)
{
    int me = *(int *)arg;
    for (int round = 0; round < 8; round++) {
        pthread_mutex_lock(&mutex);
        while (turn != me)
            pthread_cond_wait(&your_turn, &mutex);
#ifndef GUILTY
        ball_hits++;
#endif
        turn = !me;
        pthread_cond_signal(&your_turn);
        pthread_mutex_unlock(&mutex);
#ifdef GUILTY
        ball_hits++;
#endif
    }
    return NULL;
}

int main(void)
{
    int ids[2] = {0, 1};
    pthread_t ping, pong;
    pthread_create(&ping, NULL, player, &ids[0]);
    pthread_create(&pong, NULL, player, &ids[1]);
    pthread_join(ping, NULL);
    pthread_join(pong, NULL);
    printf("%d hits, turn %d\n", ball_hits, turn);
    return turn;
}
