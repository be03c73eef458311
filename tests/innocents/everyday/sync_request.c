// A client puts a request on its stack, hands it to a server thread and waits on the request's semaphore.
// guilty: race: the server posts the semaphore before it writes the reply
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

struct request { int question, reply; sem_t done; };

static struct request *mailbox;
static sem_t mail, taken;

static void *server(void *arg)
{
    for (;;) {
        sem_wait(&mail);
        struct request *r = mailbox;
        sem_post(&taken);
        if (!r) return arg;
#ifdef GUILTY
        sem_post(&r->done);
        r->reply = r->question * 2;
#else
        r->reply = r->question * 2;
        sem_post(&r->done);
#endif
    }
}

static void send(struct request *r)
{
    sem_wait(&taken);
    mailbox = r;
    sem_post(&mail);
}

int main(void)
{
    pthread_t t;
    struct request requests[5];
    sem_init(&mail, 0, 0);
    sem_init(&taken, 0, 1);
    pthread_create(&t, NULL, server, NULL);
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        requests[i] = (struct request){.question = i};
        sem_init(&requests[i].done, 0, 0);
        send(&requests[i]);
        sem_wait(&requests[i].done);
        sum += requests[i].reply;
    }
    send(NULL);
    pthread_join(t, NULL);
    printf("sum %d\n", sum);
    return sum > 20;
}
