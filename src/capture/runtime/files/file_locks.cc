// Locks of files: threads that opened a file each can keep each other out with them.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <unistd.h>

#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

// Who gets a lock comes behind all who gave one back.
template <class Call>
int locking(bool may_wait, Call call) {
  log_passing_on();
  int result;
  {
    const Outside outside(may_wait);
    result = call();
  }
  if (result == 0) log_being_told();
  return result;
}

bool is_lock(int command) {
  return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
         command == F_OFD_SETLKW;
}

template <class Real>
int control(Real real, int fd, int command, long argument) {
  log_descriptor_use(fd);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    asks_for(fd);
    log_descriptor_wanted();
    const int result = real(fd, command, argument);
    log_descriptor_begin(result);
    return result;
  }
  if (!is_lock(command)) return real(fd, command, argument);
  return locking(command == F_SETLKW || command == F_OFD_SETLKW,
                 [&] { return real(fd, command, argument); });
}

}  // namespace

FW_INTERCEPTOR int flock(int fd, int operation) noexcept {
  log_descriptor_use(fd);
  const bool may_wait = !(operation & (LOCK_NB | LOCK_UN));
  return locking(may_wait, [&] { return FW_REAL(flock)(fd, operation); });
}

FW_INTERCEPTOR int lockf(int fd, int command, off_t length) {
  log_descriptor_use(fd);
  return locking(command == F_LOCK, [&] { return FW_REAL(lockf)(fd, command, length); });
}

FW_INTERCEPTOR int lockf64(int fd, int command, off64_t length) {
  log_descriptor_use(fd);
  return locking(command == F_LOCK, [&] { return FW_REAL(lockf64)(fd, command, length); });
}

// Whatever the command wants, if anything, fits into a word.
#define FW_CONTROL(name)                                  \
  FW_INTERCEPTOR int name(int fd, int command, ...) {     \
    va_list list;                                         \
    va_start(list, command);                              \
    const long argument = va_arg(list, long);             \
    va_end(list);                                         \
    return control(FW_REAL(name), fd, command, argument); \
  }

FW_CONTROL(fcntl)
FW_CONTROL(fcntl64)
