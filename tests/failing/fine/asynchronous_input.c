// The C library's own thread says that the input has come, while the program waits for that.
#include <aio.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static sem_t done;

static void say_so(union sigval unused)
{
    (void)unused;
    sem_post(&done);
}

int main(void)
{
    int ends[2];
    char byte;
    struct aiocb request = { 0 };
    sem_init(&done, 0, 0);
    if (pipe(ends))
        return 1;
    request.aio_fildes = ends[0];
    request.aio_buf = &byte;
    request.aio_nbytes = 1;
    request.aio_sigevent.sigev_notify = SIGEV_THREAD;
    request.aio_sigevent.sigev_notify_function = say_so;
    if (aio_read(&request))
        return 1;
    if (fork() == 0) {
        sleep(1);
        _exit(write(ends[1], "x", 1) != 1);
    }
    while (sem_wait(&done))
        ;
    puts("came");
    return 0;
}
