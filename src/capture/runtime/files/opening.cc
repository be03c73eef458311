// Opening a file: a pipe with a name is open when both its ends are, so that who opens one waits
// for who opens the other, and knows what that thread did before. And everything that makes
// descriptors.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/timerfd.h>

#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

int number_of(int descriptor) { return descriptor; }
int number_of(FILE* stream) { return stream ? stream->_fileno : -1; }
int number_of(DIR* folder) { return folder ? dirfd(folder) : -1; }

template <class Call>
auto opening(Call call) -> decltype(call()) {
  log_descriptor_wanted();
  const auto result = call();
  log_descriptor_begin(number_of(result));
  return result;
}

template <class Call>
auto opening(const char* path, Call call) -> decltype(call()) {
  const int saved = errno;
  const bool meets = opening_meets(path);
  errno = saved;
  if (!meets) return opening(call);
  log_passing_on();
  decltype(call()) result;
  {
    const Outside outside;
    result = call();
  }
  log_being_told();
  log_descriptor_begin(number_of(result));
  return result;
}

// What behind the flags says how a new file may be used.
#define FW_WITH_MODE                                                            \
  va_list list;                                                                 \
  va_start(list, flags);                                                        \
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
  va_end(list);

}  // namespace

extern "C" {
int __open_2(const char*, int);
int __open64_2(const char*, int);
int __openat_2(int, const char*, int);
int __openat64_2(int, const char*, int);
}

#define FW_OPEN(name)                                                       \
  FW_INTERCEPTOR int name(const char* path, int flags, ...) {               \
    FW_WITH_MODE                                                            \
    return opening(path, [=] { return FW_REAL(name)(path, flags, mode); }); \
  }
FW_OPEN(open)
FW_OPEN(open64)
#define FW_OPENAT(name)                                                             \
  FW_INTERCEPTOR int name(int folder, const char* path, int flags, ...) {           \
    FW_WITH_MODE                                                                    \
    return opening(path, [=] { return FW_REAL(name)(folder, path, flags, mode); }); \
  }
FW_OPENAT(openat)
FW_OPENAT(openat64)
// With _FORTIFY_SOURCE.
#define FW_OPEN_CHECKED(name)                                         \
  FW_INTERCEPTOR int name(const char* path, int flags) {              \
    return opening(path, [=] { return FW_REAL(name)(path, flags); }); \
  }
FW_OPEN_CHECKED(__open_2)
FW_OPEN_CHECKED(__open64_2)
#define FW_OPENAT_CHECKED(name)                                               \
  FW_INTERCEPTOR int name(int folder, const char* path, int flags) {          \
    return opening(path, [=] { return FW_REAL(name)(folder, path, flags); }); \
  }
FW_OPENAT_CHECKED(__openat_2)
FW_OPENAT_CHECKED(__openat64_2)

#define FW_FOPEN(name)                                               \
  FW_INTERCEPTOR FILE* name(const char* path, const char* mode) {    \
    return opening(path, [=] { return FW_REAL(name)(path, mode); }); \
  }
FW_FOPEN(fopen)
FW_FOPEN(fopen64)
FW_INTERCEPTOR int creat(const char* path, mode_t mode) {
  return opening(path, [=] { return FW_REAL(creat)(path, mode); });
}
FW_INTERCEPTOR int creat64(const char* path, mode_t mode) {
  return opening(path, [=] { return FW_REAL(creat64)(path, mode); });
}

#define FW_MAKES(result, name, parameters, arguments)        \
  FW_INTERCEPTOR result name parameters {                    \
    return opening([=] { return FW_REAL(name) arguments; }); \
  }
#define FW_MAKES_QUIETLY(result, name, parameters, arguments) \
  FW_INTERCEPTOR result name parameters noexcept {            \
    return opening([=] { return FW_REAL(name) arguments; });  \
  }
FW_MAKES_QUIETLY(int, eventfd, (unsigned value, int flags), (value, flags))
FW_MAKES_QUIETLY(int, epoll_create, (int size), (size))
FW_MAKES_QUIETLY(int, epoll_create1, (int flags), (flags))
FW_MAKES_QUIETLY(int, timerfd_create, (int clock, int flags), (clock, flags))
FW_MAKES_QUIETLY(int, inotify_init, (), ())
FW_MAKES_QUIETLY(int, inotify_init1, (int flags), (flags))
FW_MAKES_QUIETLY(int, memfd_create, (const char* name, unsigned flags), (name, flags))
FW_MAKES(int, shm_open, (const char* name, int flags, mode_t mode), (name, flags, mode))
FW_MAKES(int, mkstemp, (char* pattern), (pattern))
FW_MAKES(int, mkstemp64, (char* pattern), (pattern))
FW_MAKES(int, mkostemp, (char* pattern, int flags), (pattern, flags))
FW_MAKES(int, mkostemp64, (char* pattern, int flags), (pattern, flags))
FW_MAKES(FILE*, tmpfile, (), ())
FW_MAKES(FILE*, tmpfile64, (), ())
FW_MAKES(DIR*, opendir, (const char* path), (path))
FW_MAKES(FILE*, popen, (const char* command, const char* mode), (command, mode))
