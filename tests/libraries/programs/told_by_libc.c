// A result that is passed on by means of libc that nobody stands in front of: asynchronous output, and a child that copies it.
// guilty: race: the result is read before anything was passed on
// rows: system_functions
// options: --no-replay
// undecided: nobody knows what such functions order
#include <aio.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static int result;
static struct aiocb message;
static char text[] = "x";

static void* work(void* unused) {
  result = 42;
  message.aio_fildes = ends[1];
  message.aio_buf = text;
  message.aio_nbytes = 1;
  if (aio_write(&message) != 0) return 0;
  const struct aiocb* const list[] = {&message};
  while (aio_error(&message) == EINPROGRESS) aio_suspend(list, 1, 0);
  return unused;
}

int main(void) {
  pthread_t worker;
  char got = 0;
  int seen = 0;
  if (pipe(ends) != 0) return 1;
  pthread_create(&worker, 0, work, 0);
#ifdef GUILTY
  seen = result;
#endif
  if (read(ends[0], &got, 1) != 1) return 1;
#ifndef GUILTY
  seen = result;
#endif
  pthread_join(worker, 0);
  printf("%d %c\n", seen, got);
  return 0;
}
