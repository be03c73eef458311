// Variants of calls that have other names than those which everybody uses: accept4, wait3 and
// wait4, locks by fcntl and lockf, preadv and pwritev, sendmmsg and recvmmsg, sendfile, splice, and
// what fills in memory otherwise: getaddrinfo, getcwd, realpath, readlink.
//
// expect-exit: 0
// expect-output: hello, 3 children, locked, from one place to another
// expect-events: fork=2 join=2
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static int listener, file;
static char got[16];
static char path[] = "/tmp/foreweave_test_XXXXXX";

static void* serve(void* unused) {
  const int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  CHECK(client >= 0 && fcntl(client, F_GETFD) == FD_CLOEXEC);
  struct iovec pieces[2] = {{got, 2}, {got + 2, 3}};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = pieces, .msg_iovlen = 2}};
  CHECK(recvmmsg(client, &message, 1, MSG_WAITALL, NULL) == 1 && message.msg_len == 5);
  close(client);
  return unused;
}

static void talk(void) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
  CHECK(getaddrinfo("127.0.0.1", NULL, &hints, &found) == 0);
  struct sockaddr_in address = *(const struct sockaddr_in*)found->ai_addr;
  freeaddrinfo(found);
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(bind(listener, (struct sockaddr*)&address, size) == 0 && listen(listener, 1) == 0);
  CHECK(getsockname(listener, (struct sockaddr*)&address, &size) == 0);
  const pthread_t server = start_thread(serve, NULL);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(connect(s, (const struct sockaddr*)&address, size) == 0);
  struct iovec piece = {"hello", 5};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &piece, .msg_iovlen = 1}};
  CHECK(sendmmsg(s, &message, 1, 0) == 1);
  join_thread(server);
  close(s);
  close(listener);
}

static pid_t child(int status) {
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) _Exit(status);
  return pid;
}

static void wait_for_children(void) {
  int status;
  struct rusage usage;
  const pid_t first = child(3);
  CHECK(wait4(first, &status, 0, &usage) == first && WEXITSTATUS(status) == 3);
  const pid_t second = child(4);
  CHECK(wait3(&status, 0, NULL) == second && WEXITSTATUS(status) == 4);
  const pid_t third = child(5);
  CHECK(waitpid(third, &status, 0) == third && WEXITSTATUS(status) == 5);
}

static void* lock_it(void* unused) {
  const int own = open(path, O_RDWR);
  struct flock part = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
  CHECK(own >= 0 && fcntl(own, F_OFD_SETLKW, &part) == 0);
  close(own);
  return unused;
}

static void lock(void) {
  struct flock part = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
  CHECK(fcntl(file, F_SETLKW, &part) == 0 && fcntl(file, F_GETLK, &part) == 0);
  CHECK(lockf(file, F_LOCK, 1) == 0 && lockf(file, F_ULOCK, 1) == 0);
  part.l_type = F_WRLCK;
  CHECK(fcntl(file, F_OFD_SETLK, &part) == 0);
  const pthread_t other = start_thread(lock_it, NULL);
  usleep(5000);
  part.l_type = F_UNLCK;
  CHECK(fcntl(file, F_OFD_SETLK, &part) == 0);
  join_thread(other);
}

static void copy(void) {
  char a[4], b[4];
  struct iovec from[2] = {{"one ", 4}, {"two ", 4}}, to[2] = {{a, 4}, {b, 4}};
  CHECK(pwritev(file, from, 2, 0) == 8 && preadv(file, to, 2, 0) == 8);
  CHECK(memcmp(a, "one ", 4) == 0 && memcmp(b, "two ", 4) == 0);
  CHECK(pwritev2(file, from, 1, 4, 0) == 4 && preadv2(file, to, 1, 4, 0) == 4);
  CHECK(memcmp(a, "one ", 4) == 0);
  int ends[2];
  CHECK(pipe(ends) == 0);
  off_t at = 0;
  CHECK(sendfile(ends[1], file, &at, 8) == 8);
  loff_t place = 8;
  CHECK(splice(ends[0], NULL, file, &place, 8, 0) == 8);
  CHECK(pread(file, a, 4, 12) == 4 && memcmp(a, "one ", 4) == 0);
  close(ends[0]);
  close(ends[1]);
}

static void name(void) {
  char here[PATH_MAX], real[PATH_MAX], link[PATH_MAX], of_file[64];
  CHECK(getcwd(here, sizeof here) == here && realpath(".", real) == real &&
        strcmp(here, real) == 0);
  snprintf(of_file, sizeof of_file, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(of_file, link, sizeof link);
  CHECK(length == (ssize_t)strlen(path) && memcmp(link, path, (size_t)length) == 0);
}

int main(void) {
  file = mkstemp(path);
  CHECK(file >= 0);
  talk();
  wait_for_children();
  lock();
  copy();
  name();
  CHECK(unlink(path) == 0);
  printf("%s, 3 children, locked, from one place to another\n", got);
  return 0;
}
