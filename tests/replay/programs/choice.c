// Two threads count, with a lock or without. What is chosen depends on SOURCE; each run adds its
// choice, 0 for "without", to the file "choices", so that a test knows what really happened.
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;
static unsigned choice;

static void* work(void* unused) {
  if (choice != 0) pthread_mutex_lock(&lock);
  ++count;
  if (choice != 0) pthread_mutex_unlock(&lock);
  return unused;
}

static unsigned from_file(const char* name) {
  unsigned char byte = 0;
  const int file = open(name, O_RDONLY);
  if (file < 0 || read(file, &byte, 1) != 1) abort();
  close(file);
  return byte;
}

// A process at the other end of a connection, about which nobody knows anything.
static unsigned from_peer(void) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 1) != 0 ||
      getsockname(listener, (struct sockaddr*)&address, &length) != 0)
    abort();
  const pid_t peer = fork();
  if (peer == 0) {
    const unsigned char byte = (unsigned char)from_file("/dev/urandom");
    const int connection = accept(listener, 0, 0);
    _exit(write(connection, &byte, 1) == 1 ? 0 : 1);
  }
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  unsigned char byte = 0;
  if (connect(connection, (struct sockaddr*)&address, sizeof address) != 0 ||
      recv(connection, &byte, 1, 0) != 1)
    abort();
  close(connection);
  close(listener);
  waitpid(peer, 0, 0);
  return byte;
}

static unsigned chosen(void) {
  switch (SOURCE) {
    case 0: {
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      return (unsigned)now.tv_nsec / 64;
    }
    case 1: {
      unsigned number = 0;
      if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
      return number;
    }
    case 2:
      return (unsigned)getpid();
    case 3:
      return (unsigned)(__builtin_ia32_rdtsc() / 64);
    case 4:
      return from_file("/dev/urandom");
    case 5: {  // as a table does that is ordered by address
      void* const memory = malloc(100);
      const unsigned number = (unsigned)((uintptr_t)memory >> 12);
      free(memory);
      return number;
    }
    case 6:
      return from_peer();
    default:
      return from_file("configuration");
  }
}

int main(void) {
  choice = chosen() % 4;
  FILE* choices = fopen("choices", "a");
  fprintf(choices, "%u\n", choice);
  fclose(choices);
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
