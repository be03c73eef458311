// Two threads accept what four clients ask for, and two others read from one pipe: who gets what is
// the kernel's choice, and is told.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../programs/check.h"

enum { kClients = 4, kJobs = 12 };

static int listener, job_pipe[2];
static struct sockaddr_in address = {.sin_family = AF_INET};
static char served_by[kClients], done_by[kJobs];

static void* serve(void* name) {
  for (int i = 0; i < kClients / 2; ++i) {
    const int client = accept(listener, NULL, NULL);
    char number;
    CHECK(client >= 0 && recv(client, &number, 1, 0) == 1);
    served_by[(int)number] = *(const char*)name;
    CHECK(send(client, "!", 1, 0) == 1);
    close(client);
  }
  return NULL;
}

static void* ask(void* number) {
  char answer;
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(s >= 0 && connect(s, (struct sockaddr*)&address, sizeof address) == 0);
  CHECK(send(s, number, 1, 0) == 1 && recv(s, &answer, 1, 0) == 1 && answer == '!');
  close(s);
  return NULL;
}

static void* work(void* name) {
  for (char job; read(job_pipe[0], &job, 1) == 1;) done_by[(int)job] = *(const char*)name;
  return NULL;
}

int main(void) {
  static const char numbers[] = {0, 1, 2, 3};
  pthread_t threads[4 + kClients];
  socklen_t size = sizeof address;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(listener >= 0 && bind(listener, (struct sockaddr*)&address, size) == 0);
  CHECK(listen(listener, kClients) == 0 && pipe(job_pipe) == 0);
  CHECK(getsockname(listener, (struct sockaddr*)&address, &size) == 0);
  threads[0] = start_thread(serve, "a");
  threads[1] = start_thread(serve, "b");
  threads[2] = start_thread(work, "x");
  threads[3] = start_thread(work, "y");
  for (int i = 0; i < kClients; ++i) threads[4 + i] = start_thread(ask, (void*)&numbers[i]);
  for (char job = 0; job < kJobs; ++job) {
    CHECK(write(job_pipe[1], &job, 1) == 1);
    if (job % 3 == 2) usleep(1000);
  }
  close(job_pipe[1]);
  for (int i = 0; i < 4 + kClients; ++i) join_thread(threads[i]);
  printf("%.*s %.*s\n", kClients, served_by, kJobs, done_by);
  return 0;
}
