// Reads, receives, accepts and connects that do not simply wait: on a file that never waits, with a
// time limit, once only, for all of it, on through a signal; a connection that is refused, and one
// that has to wait for its place.
//
// expect-exit: 0
// expect-output: all as it should be
// expect-events: fork=3 join=3
// deterministic: no
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "../check.h"

static int sockets[2], full;
static struct sockaddr_un place = {.sun_family = AF_UNIX};
static atomic_int caught, reading;

static void handler(int signal) {
  (void)signal;
  atomic_fetch_add(&caught, 1);
}

// Goes on waiting after the handler.
static void* read_one(void* unused) {
  char c = 0;
  atomic_store(&reading, 1);
  CHECK(read(sockets[0], &c, 1) == 1 && c == 'r');
  return unused;
}

static void* receive_all(void* unused) {
  char text[6] = "";
  CHECK(recv(sockets[0], text, 5, MSG_WAITALL) == 5 && strcmp(text, "whole") == 0);
  return unused;
}

static void* connect_late(void* unused) {
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(s >= 0 && connect(s, (struct sockaddr*)&place, sizeof place) == 0);
  CHECK(!(fcntl(s, F_GETFL) & O_NONBLOCK));
  close(s);
  return unused;
}

static void returns_at_once(void) {
  char c;
  CHECK(recv(sockets[0], &c, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  CHECK(fcntl(sockets[0], F_SETFL, O_NONBLOCK) == 0);
  CHECK(read(sockets[0], &c, 1) == -1 && errno == EAGAIN);
  CHECK(fcntl(sockets[0], F_SETFL, 0) == 0);
}

static void has_a_time_limit(void) {
  char c;
  const struct timeval some = {.tv_usec = 3000}, none = {0};
  CHECK(setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &some, sizeof some) == 0);
  CHECK(recv(sockets[0], &c, 1, 0) == -1 && errno == EAGAIN);
  CHECK(setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none) == 0);
}

static void goes_on_after_a_signal(void) {
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  const pthread_t reader = start_thread(read_one, NULL);
  while (!atomic_load(&reading)) usleep(500);
  for (int i = 0; i < 3; ++i) {
    usleep(2000);
    pthread_kill(reader, SIGUSR1);
  }
  while (atomic_load(&caught) == 0) usleep(500);
  CHECK(write(sockets[1], "r", 1) == 1);
  join_thread(reader);
}

static void waits_for_all_of_it(void) {
  const pthread_t receiver = start_thread(receive_all, NULL);
  CHECK(send(sockets[1], "who", 3, 0) == 3);
  usleep(2000);
  CHECK(send(sockets[1], "le", 2, 0) == 2);
  join_thread(receiver);
}

static void is_refused(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  // A port that is taken, at which nobody listens.
  const int taken = socket(AF_INET, SOCK_STREAM, 0), s = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(bind(taken, (struct sockaddr*)&address, size) == 0);
  CHECK(getsockname(taken, (struct sockaddr*)&address, &size) == 0);
  CHECK(connect(s, (struct sockaddr*)&address, size) == -1 && errno == ECONNREFUSED);
  CHECK(!(fcntl(s, F_GETFL) & O_NONBLOCK));
  CHECK(fcntl(s, F_SETFL, O_NONBLOCK) == 0 && listen(taken, 1) == 0);
  const int result = connect(s, (struct sockaddr*)&address, size);
  CHECK(result == 0 || errno == EINPROGRESS);
  close(s);
  close(taken);
}

static void waits_for_its_place(void) {
  snprintf(place.sun_path, sizeof place.sun_path, "/tmp/ways-to-wait-%d", getpid());
  full = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(full >= 0 && bind(full, (struct sockaddr*)&place, sizeof place) == 0);
  CHECK(listen(full, 0) == 0);
  const int first = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(connect(first, (struct sockaddr*)&place, sizeof place) == 0);
  const pthread_t second = start_thread(connect_late, NULL);
  usleep(3000);
  const int a = accept(full, NULL, NULL), b = accept(full, NULL, NULL);
  CHECK(a >= 0 && b >= 0);
  join_thread(second);
  unlink(place.sun_path);
}

int main(void) {
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  returns_at_once();
  has_a_time_limit();
  goes_on_after_a_signal();
  waits_for_all_of_it();
  is_refused();
  waits_for_its_place();
  puts("all as it should be");
  return 0;
}
