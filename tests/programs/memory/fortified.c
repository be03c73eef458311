// Calls as the headers of libc make them when they look at sizes (_FORTIFY_SOURCE): what they touch
// and when they wait is the same as without.
//
// expect-exit: 0
// expect-output: one two three, 5 bytes, a line
// expect-events: fork=1 join=1
// deterministic: no
// flags: -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../check.h"

// As gcc's headers call them; clang's do not.
ssize_t __read_chk(int, void*, size_t, size_t);
ssize_t __recv_chk(int, void*, size_t, size_t, int);
int __poll_chk(struct pollfd*, nfds_t, int, size_t);
char* __fgets_chk(char*, size_t, int, FILE*);

static char text[32], copy[32], received[8], line[16];
static int ends[2], sockets[2];
static volatile size_t room = 5;
static int first_sent, second_sent;

static void* send_them(void* unused) {
  strcpy(text, "one");
  strcat(text, " two");
  strncat(text, " three and", 6);
  memcpy(copy, text, room);
  memset(copy, '.', room - 4);
  memmove(copy + 1, copy, room - 1);
  first_sent = 1;
  CHECK(write(ends[1], "hello", 5) == 5);
  second_sent = 1;
  CHECK(send(sockets[1], "a line\n", 7, 0) == 7);
  close(sockets[1]);
  return unused;
}

int main(void) {
  CHECK(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  const pthread_t other = start_thread(send_them, NULL);
  struct pollfd one[1] = {{ends[0], POLLIN, 0}};
  CHECK(__poll_chk(one, 1, -1, sizeof one) == 1);
  const ssize_t bytes = __read_chk(ends[0], received, room, sizeof received);
  CHECK(bytes == 5 && first_sent == 1 && memcmp(received, "hello", 5) == 0);
  CHECK(__recv_chk(sockets[0], received, 1, sizeof received, MSG_PEEK) == 1 && received[0] == 'a' &&
        second_sent == 1);
  FILE* file = fdopen(sockets[0], "r");
  CHECK(file != NULL && __fgets_chk(line, sizeof line, 8, file) == line);
  CHECK(copy[0] == '.' && copy[1] == '.' && copy[2] == 'n' && copy[4] == ' ');
  line[strcspn(line, "\n")] = 0;
  join_thread(other);
  printf("%s, %zd bytes, %s\n", text, bytes, line);
  return 0;
}
