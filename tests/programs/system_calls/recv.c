// recv on a pair of sockets: peeking, waiting for all, not waiting; recvfrom and the address it
// fills in.
//
// expect-exit: 0
// expect-output: first second third
// expect-events: fork=1 join=1
// deterministic: no
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../check.h"

static int pair[2];

static void* send_slowly(void* unused) {
  CHECK(send(pair[1], "first ", 6, 0) == 6);
  for (const char* c = "second"; *c; ++c) {
    usleep(500);
    CHECK(send(pair[1], c, 1, 0) == 1);
  }
  return unused;
}

int main(void) {
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  char text[32] = "";
  CHECK(recv(pair[0], text, 6, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  const pthread_t sender = start_thread(send_slowly, NULL);
  CHECK(recv(pair[0], text, 6, MSG_PEEK | MSG_WAITALL) == 6);
  CHECK(recv(pair[0], text, 12, MSG_WAITALL) == 12);
  join_thread(sender);

  const int receiver = socket(AF_INET, SOCK_DGRAM, 0), other = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET}, from;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof to;
  CHECK(bind(receiver, (struct sockaddr*)&to, size) == 0);
  CHECK(getsockname(receiver, (struct sockaddr*)&to, &size) == 0);
  CHECK(sendto(other, "third", 5, 0, (struct sockaddr*)&to, size) == 5);
  char third[8] = "";
  size = sizeof from;
  CHECK(recvfrom(receiver, third, sizeof third, 0, (struct sockaddr*)&from, &size) == 5);
  CHECK(from.sin_family == AF_INET && from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  printf("%s %s\n", text, third);
  return 0;
}
