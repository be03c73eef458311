// Two threads meet at a pipe with a name: who opens one end knows what the other one did before it opened the other.
// guilty: race: the greeting is read before the pipe is open
// rows: named_pipes
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/meetingXXXXXX", path[64];
static int greeting;

static void* write_end(void* unused) {
  greeting = 42;
  const int end = open(path, O_WRONLY);
  close(end);
  return unused;
}

int main(void) {
  pthread_t writer;
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/pipe", folder);
  if (mkfifo(path, 0600) != 0) return 1;
  pthread_create(&writer, 0, write_end, 0);
#ifdef GUILTY
  const int heard = greeting;
  const int end = open(path, O_RDONLY);
#else
  const int end = open(path, O_RDONLY);
  const int heard = greeting;
#endif
  pthread_join(writer, 0);
  close(end);
  unlink(path);
  rmdir(folder);
  printf("%d\n", heard);
  return heard == 42 || heard == 0 ? 0 : 1;
}
