// Opening a file: a pipe with a name is open when both its ends are, so that who opens one waits for
// who opens the other, and knows what that thread did before.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>

#include "capture/runtime/traffic.h"

using namespace foreweave::runtime;

namespace {

template <class Call>
auto opening(const char* path, Call call) -> decltype(call()) {
  const int saved = errno;
  const bool meets = opening_meets(path);
  errno = saved;
  if (!meets) return call();
  log_passing_on();
  decltype(call()) result;
  {
    const Outside outside;
    result = call();
  }
  log_being_told();
  return result;
}

// What behind the flags says how a new file may be used.
#define FW_WITH_MODE            \
  va_list list;                 \
  va_start(list, flags);        \
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
