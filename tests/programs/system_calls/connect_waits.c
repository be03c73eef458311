// connect where nobody accepts and there is no room for another one: it waits until a thread of the
// same program accepts those before it.
//
// expect-exit: 0
// expect-output: 8 connections
// expect-events: fork=1 join=1
// deterministic: no
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../check.h"

enum { kClients = 8 };

static int listener;
static atomic_int connected;

static void* serve(void* unused) {
  while (atomic_load(&connected) < 2) usleep(100);
  usleep(20000);
  for (int i = 0; i < kClients; ++i) {
    const int client = accept(listener, NULL, NULL);
    CHECK(client >= 0);
    close(client);
  }
  return unused;
}

int main(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  // Without a name it gets one of its own.
  CHECK(bind(listener, (struct sockaddr*)&address, sizeof address.sun_family) == 0);
  socklen_t size = sizeof address;
  CHECK(getsockname(listener, (struct sockaddr*)&address, &size) == 0 && listen(listener, 1) == 0);
  const pthread_t server = start_thread(serve, NULL);
  for (int i = 0; i < kClients; ++i) {
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(s >= 0 && connect(s, (struct sockaddr*)&address, size) == 0);
    atomic_fetch_add(&connected, 1);
    close(s);
  }
  join_thread(server);
  printf("%d connections\n", atomic_load(&connected));
  close(listener);
  return 0;
}
