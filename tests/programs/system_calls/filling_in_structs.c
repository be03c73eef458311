// System calls that fill in a struct of the caller's: stat, uname, times, limits, options,
// addresses.
//
// expect-exit: 0
// expect-output: 12 bytes, 3 waiting
// expect-events: fork=1 join=1
// deterministic: no
#define _GNU_SOURCE
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static struct stat information;
static struct utsname names;
static struct rlimit limit;
static struct rusage usage;
static struct timespec now;
static struct timeval day;
static char folder[PATH_MAX];
static int waiting;

static void* ask(void* unused) {
  const int file = memfd_create("file", 0);
  CHECK(file >= 0 && write(file, "twelve bytes", 12) == 12);
  CHECK(fstat(file, &information) == 0 && uname(&names) == 0);
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0 && getrusage(RUSAGE_SELF, &usage) == 0);
  CHECK(clock_gettime(CLOCK_REALTIME, &now) == 0 && gettimeofday(&day, NULL) == 0);
  CHECK(getcwd(folder, sizeof folder) == folder);

  int pair[2], type = 0;
  socklen_t size = sizeof type;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  CHECK(getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM);
  CHECK(write(pair[0], "abc", 3) == 3 && ioctl(pair[1], FIONREAD, &waiting) == 0);
  return unused;
}

int main(void) {
  join_thread(start_thread(ask, NULL));
  CHECK(strcmp(names.sysname, "Linux") == 0 && folder[0] == '/');
  CHECK(limit.rlim_max >= limit.rlim_cur && usage.ru_maxrss > 0);
  CHECK(day.tv_sec >= now.tv_sec);
  printf("%d bytes, %d waiting\n", (int)information.st_size, waiting);
  return 0;
}
