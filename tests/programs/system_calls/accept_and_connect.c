// accept and connect over TCP on the loopback address: the server blocks in accept and in recv, two
// clients come one after the other.
//
// expect-exit: 0
// expect-output: 2 clients, HELLO
// expect-events: fork=1 join=1
// deterministic: no
#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../check.h"

static int listener;
static int served;

static void* serve(void* unused) {
  for (served = 0; served < 2; ++served) {
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    const int client = accept(listener, (struct sockaddr*)&from, &size);
    CHECK(client >= 0 && from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    char c;
    while (recv(client, &c, 1, 0) == 1) {
      c = (char)toupper(c);
      CHECK(send(client, &c, 1, 0) == 1);
    }
    close(client);
  }
  return unused;
}

static void ask(const struct sockaddr_in* server, char answer[6]) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(s >= 0 && connect(s, (const struct sockaddr*)server, sizeof *server) == 0);
  CHECK(send(s, "hello", 5, 0) == 5 && recv(s, answer, 5, MSG_WAITALL) == 5);
  CHECK(shutdown(s, SHUT_WR) == 0 && recv(s, &(char){0}, 1, 0) == 0);
  close(s);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(listener >= 0 && bind(listener, (struct sockaddr*)&address, size) == 0);
  CHECK(listen(listener, 2) == 0 && getsockname(listener, (struct sockaddr*)&address, &size) == 0);

  const pthread_t server = start_thread(serve, NULL);
  char answers[2][6] = {"", ""};
  ask(&address, answers[0]);
  ask(&address, answers[1]);
  join_thread(server);
  CHECK(strcmp(answers[0], answers[1]) == 0);
  printf("%d clients, %s\n", served, answers[0]);
  return 0;
}
