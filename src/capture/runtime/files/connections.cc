// Connections within the program: who is connected to whom, and when it is over, is decided in the
// order of the steps.
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "capture/abi/things.h"
#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

FW_INTERCEPTOR int accept(int fd, sockaddr* address, socklen_t* length) {
  log_descriptor_use(fd);
  int result = -1;
  {
    const Taking taking(fd);
    if (!taking.failed()) result = FW_REAL(accept)(fd, address, length);
  }
  log_being_told();
  log_descriptor_begin(result);
  return result;
}

FW_INTERCEPTOR int accept4(int fd, sockaddr* address, socklen_t* length, int flags) {
  log_descriptor_use(fd);
  int result = -1;
  {
    const Taking taking(fd);
    if (!taking.failed()) result = FW_REAL(accept4)(fd, address, length, flags);
  }
  log_being_told();
  log_descriptor_begin(result);
  return result;
}

namespace {

bool is_within_the_machine(const sockaddr* address, socklen_t length) {
  if (!address || length < sizeof address->sa_family) return false;
  if (address->sa_family == AF_UNIX) return true;
  if (address->sa_family == AF_INET && length >= sizeof(sockaddr_in)) {
    const auto* internet = reinterpret_cast<const sockaddr_in*>(address);
    return ntohl(internet->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  }
  if (address->sa_family != AF_INET6 || length < sizeof(sockaddr_in6)) return false;
  const in6_addr& internet = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&internet) ||
         (IN6_IS_ADDR_V4MAPPED(&internet) && internet.s6_addr[12] == IN_LOOPBACKNET);
}

}  // namespace

// Who accepts connections gets them in the order in which they were begun. So within the machine
// they are begun with the token. That takes no time, unless nobody accepts and there is no room for
// another one: then the recorder notices that the thread sleeps, and lets others run.
FW_INTERCEPTOR int connect(int fd, const sockaddr* address, socklen_t length) {
  log_descriptor_use(fd);
  log_passing_on();
  const Inside inside(false);
  const Outside outside(!is_within_the_machine(address, length));
  return FW_REAL(connect)(fd, address, length);
}

FW_INTERCEPTOR int shutdown(int fd, int how) noexcept {
  log_descriptor_use(fd);
  log_passing_on();
  return FW_REAL(shutdown)(fd, how);
}

FW_INTERCEPTOR int close(int fd) {
  log_descriptor_end(fd, FW_CALLER);
  log_closing();
  note_descriptor_closed(fd);
  return FW_REAL(close)(fd);
}

namespace {

// Nobody says which ones that are meant to be.
void note_all_closed(unsigned first, unsigned last) {
  log_passing_on();
  for (unsigned fd = first; fd <= last && fd < FW_MAX_DESCRIPTORS; ++fd)
    note_descriptor_closed(static_cast<int>(fd));
}

}  // namespace

FW_INTERCEPTOR int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (flags == 0) note_all_closed(first, last);
  return FW_REAL(close_range)(first, last, flags);
}

FW_INTERCEPTOR void closefrom(int first) noexcept {
  note_all_closed(first < 0 ? 0 : static_cast<unsigned>(first), FW_MAX_DESCRIPTORS);
  FW_REAL(closefrom)(first);
}
