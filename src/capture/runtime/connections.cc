// Connections within the program: who is connected to whom, and when it is over, is decided in the
// order of the steps.
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "capture/runtime/futex.h"
#include "capture/runtime/traffic.h"

using namespace foreweave::runtime;

FW_INTERCEPTOR int accept(int fd, sockaddr* address, socklen_t* length) {
  int result = -1;
  {
    const Taking taking(fd);
    if (!taking.failed()) result = FW_REAL(accept)(fd, address, length);
  }
  log_passing_on();
  return result;
}

FW_INTERCEPTOR int accept4(int fd, sockaddr* address, socklen_t* length, int flags) {
  int result = -1;
  {
    const Taking taking(fd);
    if (!taking.failed()) result = FW_REAL(accept4)(fd, address, length, flags);
  }
  log_passing_on();
  return result;
}

namespace {

// Those that can be begun with one call and waited for with another.
bool connects_in_two_calls(int fd, const sockaddr* address, socklen_t length) {
  if (!address || length < sizeof address->sa_family) return false;
  const sa_family_t family = address->sa_family;
  return (family == AF_INET || family == AF_INET6 || family == AF_UNIX) && !never_waits(fd);
}

// As on a socket that never waits. Nobody else sees it as one: they do not run.
long begin_to_connect(int fd, const sockaddr* address, socklen_t length) {
  const long flags = raw_syscall(SYS_fcntl, fd, F_GETFL);
  raw_syscall(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
  const long result =
      raw_syscall(SYS_connect, fd, reinterpret_cast<long>(address), static_cast<long>(length));
  raw_syscall(SYS_fcntl, fd, F_SETFL, flags);
  return result;
}

}  // namespace

// Who accepts connections gets them in the order in which they were begun. So they are begun with
// the token; within one machine that is all there is to do, and otherwise there is waiting to do.
FW_INTERCEPTOR int connect(int fd, const sockaddr* address, socklen_t length) {
  log_passing_on();
  long begun = -EINPROGRESS;
  if (const Inside inside(false); inside && connects_in_two_calls(fd, address, length)) {
    begun = begin_to_connect(fd, address, length);
    if (begun != -EINPROGRESS && begun != -EAGAIN) {
      if (begun < 0) errno = static_cast<int>(-begun);
      return begun < 0 ? -1 : 0;
    }
  } else {
    begun = -EAGAIN;
  }
  const Outside outside(begun == -EAGAIN || would_wait(fd, POLLOUT));
  return FW_REAL(connect)(fd, address, length);
}

FW_INTERCEPTOR int shutdown(int fd, int how) noexcept {
  log_passing_on();
  return FW_REAL(shutdown)(fd, how);
}

FW_INTERCEPTOR int close(int fd) {
  log_passing_on();
  return FW_REAL(close)(fd);
}
