// What libc's headers make of calls when they are asked to look at sizes (_FORTIFY_SOURCE): the
// same calls with the size of the memory behind or between their arguments. What fits is done by
// the call itself; what does not is libc's to complain about.
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "capture/runtime/ground/runtime.h"

using namespace foreweave::runtime;

extern "C" {
ssize_t __read_chk(int, void*, size_t, size_t);
ssize_t __pread_chk(int, void*, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void*, size_t, off64_t, size_t);
ssize_t __recv_chk(int, void*, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void*, size_t, size_t, int, sockaddr*, socklen_t*);
int __poll_chk(pollfd*, nfds_t, int, size_t);
int __ppoll_chk(pollfd*, nfds_t, const timespec*, const sigset_t*, size_t);
char* __fgets_chk(char*, size_t, int, FILE*);
size_t __fread_chk(void*, size_t, size_t, size_t, FILE*);
}

FW_INTERCEPTOR ssize_t __read_chk(int fd, void* to, size_t n, size_t room) {
  return n <= room ? read(fd, to, n) : FW_REAL(__read_chk)(fd, to, n, room);
}

FW_INTERCEPTOR ssize_t __pread_chk(int fd, void* to, size_t n, off_t at, size_t room) {
  return n <= room ? pread(fd, to, n, at) : FW_REAL(__pread_chk)(fd, to, n, at, room);
}

FW_INTERCEPTOR ssize_t __pread64_chk(int fd, void* to, size_t n, off64_t at, size_t room) {
  return n <= room ? pread64(fd, to, n, at) : FW_REAL(__pread64_chk)(fd, to, n, at, room);
}

FW_INTERCEPTOR ssize_t __recv_chk(int fd, void* to, size_t n, size_t room, int flags) {
  return n <= room ? recv(fd, to, n, flags) : FW_REAL(__recv_chk)(fd, to, n, room, flags);
}

FW_INTERCEPTOR ssize_t __recvfrom_chk(int fd, void* to, size_t n, size_t room, int flags,
                                      sockaddr* address, socklen_t* length) {
  return n <= room ? recvfrom(fd, to, n, flags, address, length)
                   : FW_REAL(__recvfrom_chk)(fd, to, n, room, flags, address, length);
}

FW_INTERCEPTOR int __poll_chk(pollfd* files, nfds_t n, int timeout, size_t room) {
  return n <= room / sizeof *files ? poll(files, n, timeout)
                                   : FW_REAL(__poll_chk)(files, n, timeout, room);
}

FW_INTERCEPTOR int __ppoll_chk(pollfd* files, nfds_t n, const timespec* timeout,
                               const sigset_t* mask, size_t room) {
  return n <= room / sizeof *files ? ppoll(files, n, timeout, mask)
                                   : FW_REAL(__ppoll_chk)(files, n, timeout, mask, room);
}

FW_INTERCEPTOR char* __fgets_chk(char* to, size_t room, int n, FILE* file) {
  return n > 0 && static_cast<size_t>(n) <= room ? fgets(to, n, file)
                                                 : FW_REAL(__fgets_chk)(to, room, n, file);
}

FW_INTERCEPTOR size_t __fread_chk(void* to, size_t room, size_t size, size_t n, FILE* file) {
  size_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(size, n, &bytes) && bytes <= room;
  return fits ? fread(to, size, n, file) : FW_REAL(__fread_chk)(to, room, size, n, file);
}
