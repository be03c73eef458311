// Around functions by which the system tells the program something: it fills memory of the program,
// which nobody would see otherwise. Calls that wait are the runtime's
// (capture/runtime/files/blocking.cc).
#define __NO_INLINE__ 1  // or libc's headers define some of these functions themselves
#include <arpa/inet.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "capture/library/touch.h"

extern "C" int __xpg_strerror_r(int, char*, size_t);

namespace foreweave {

// A function that has written something if the condition holds, which may ask for `result`.
#define FW_TELLS(type, id, parameters, arguments, condition, writes) \
  type around_##id parameters FW_AROUND(#id);                        \
  type around_##id parameters {                                      \
    type const result = ::id arguments;                              \
    if (condition) writes;                                           \
    return result;                                                   \
  }

// --- time and chance -----------------------------------------------------------------------------

FW_TELLS(int, clock_gettime, (clockid_t clock, timespec* time), (clock, time), result == 0,
         wrote(time))
FW_TELLS(int, clock_getres, (clockid_t clock, timespec* time), (clock, time), result == 0,
         wrote(time))
FW_TELLS(int, timespec_get, (timespec * time, int base), (time, base), result != 0, wrote(time))
FW_TELLS(int, gettimeofday, (timeval * time, void* zone), (time, zone), result == 0, wrote(time))
FW_TELLS(time_t, time, (time_t* time), (time), result != -1, wrote(time))
FW_TELLS(clock_t, times, (tms * time), (time), result != -1, wrote(time))
FW_TELLS(int, nanosleep, (const timespec* time, timespec* left), (time, left), result != 0,
         wrote(left))
FW_TELLS(int, clock_nanosleep, (clockid_t clock, int flags, const timespec* time, timespec* left),
         (clock, flags, time, left), result != 0 && !(flags & TIMER_ABSTIME), wrote(left))

FW_TELLS(ssize_t, getrandom, (void* memory, size_t size, unsigned flags), (memory, size, flags),
         result > 0, __fw_writes(memory, static_cast<size_t>(result)))
FW_TELLS(int, getentropy, (void* memory, size_t size), (memory, size), result == 0,
         __fw_writes(memory, size))

// --- the machine and its limits ------------------------------------------------------------------

FW_TELLS(int, getrusage, (int who, rusage* usage), (__rusage_who(who), usage), result == 0,
         wrote(usage))
FW_TELLS(int, getrlimit, (int what, rlimit* limit), (__rlimit_resource(what), limit), result == 0,
         wrote(limit))
FW_TELLS(int, sysinfo, (struct sysinfo * info), (info), result == 0, wrote(info))
FW_TELLS(int, uname, (utsname * names), (names), result == 0, wrote(names))
FW_TELLS(int, sched_getaffinity, (pid_t who, size_t size, cpu_set_t* cpus), (who, size, cpus),
         result == 0, __fw_writes(cpus, size))
FW_TELLS(int, pthread_getaffinity_np, (pthread_t who, size_t size, cpu_set_t* cpus),
         (who, size, cpus), result == 0, __fw_writes(cpus, size))
FW_TELLS(int, pthread_getname_np, (pthread_t who, char* to, size_t room), (who, to, room),
         result == 0, wrote_text(to))

// --- files ---------------------------------------------------------------------------------------

FW_TELLS(int, stat, (const char* path, struct stat* file), (path, file), result == 0, wrote(file))
FW_TELLS(int, lstat, (const char* path, struct stat* file), (path, file), result == 0, wrote(file))
FW_TELLS(int, fstat, (int number, struct stat* file), (number, file), result == 0, wrote(file))
FW_TELLS(int, fstatat, (int folder, const char* path, struct stat* file, int flags),
         (folder, path, file, flags), result == 0, wrote(file))
FW_TELLS(int, statvfs, (const char* path, struct statvfs* system), (path, system), result == 0,
         wrote(system))

FW_TELLS(char*, getcwd, (char* to, size_t room), (to, room), true, wrote_text(result))
FW_TELLS(char*, realpath, (const char* path, char* to), (path, to), true, wrote_text(result))
FW_TELLS(int, gethostname, (char* to, size_t room), (to, room), result == 0,
         __fw_writes(to, strnlen(to, room - 1) + 1))
FW_TELLS(ssize_t, readlink, (const char* path, char* to, size_t room), (path, to, room), result > 0,
         __fw_writes(to, static_cast<size_t>(result)))

FW_TELLS(int, pipe, (int* ends), (ends), result == 0, wrote(ends, 2))
FW_TELLS(int, pipe2, (int* ends, int flags), (ends, flags), result == 0, wrote(ends, 2))
FW_TELLS(int, socketpair, (int domain, int type, int protocol, int* ends),
         (domain, type, protocol, ends), result == 0, wrote(ends, 2))

// --- addresses of the network --------------------------------------------------------------------

namespace {

// The length was what there is room for and is what there was to tell.
void wrote_address(const void* address, const socklen_t* length, socklen_t room) {
  if (!address || !length) return;
  wrote(length);
  __fw_writes(address, *length < room ? *length : room);
}

}  // namespace

#define FW_TELLS_ADDRESS(id, parameters, arguments, address, length) \
  int around_##id parameters FW_AROUND(#id);                         \
  int around_##id parameters {                                       \
    const socklen_t room = address && length ? *length : 0;          \
    const int result = ::id arguments;                               \
    if (result >= 0) wrote_address(address, length, room);           \
    return result;                                                   \
  }
FW_TELLS_ADDRESS(getsockname, (int number, sockaddr* to, socklen_t* length), (number, to, length),
                 to, length)
FW_TELLS_ADDRESS(getpeername, (int number, sockaddr* to, socklen_t* length), (number, to, length),
                 to, length)
FW_TELLS_ADDRESS(accept, (int number, sockaddr* to, socklen_t* length), (number, to, length), to,
                 length)
FW_TELLS_ADDRESS(accept4, (int number, sockaddr* to, socklen_t* length, int flags),
                 (number, to, length, flags), to, length)
FW_TELLS_ADDRESS(getsockopt, (int number, int level, int name, void* to, socklen_t* length),
                 (number, level, name, to, length), to, length)

FW_TELLS(const char*, inet_ntop, (int family, const void* from, char* to, socklen_t room),
         (family, from, to, room), true, wrote_text(result))
FW_TELLS(int, inet_pton, (int family, const char* text, void* to), (family, text, to), result == 1,
         __fw_writes(to, family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr)))
FW_TELLS(int, inet_aton, (const char* text, in_addr* to), (text, to), result != 0, wrote(to))

// --- what libc computes into two places ----------------------------------------------------------

FW_TELLS(double, frexp, (double x, int* exponent), (x, exponent), true, wrote(exponent))
FW_TELLS(float, frexpf, (float x, int* exponent), (x, exponent), true, wrote(exponent))
FW_TELLS(double, modf, (double x, double* whole), (x, whole), true, wrote(whole))
FW_TELLS(float, modff, (float x, float* whole), (x, whole), true, wrote(whole))
FW_TELLS(double, remquo, (double x, double y, int* quotient), (x, y, quotient), true,
         wrote(quotient))
FW_TELLS(double, lgamma_r, (double x, int* sign), (x, sign), true, wrote(sign))
void around_sincos(double x, double* sine, double* cosine) FW_AROUND("sincos");
void around_sincos(double x, double* sine, double* cosine) {
  ::sincos(x, sine, cosine);
  wrote(sine);
  wrote(cosine);
}

// Two functions of one name: the one of GNU may point elsewhere, the one of POSIX says whether it
// did.
FW_TELLS(char*, strerror_r, (int error, char* to, size_t room), (error, to, room), result == to,
         wrote_text(to))
FW_TELLS(int, __xpg_strerror_r, (int error, char* to, size_t room), (error, to, room), result == 0,
         wrote_text(to))

}  // namespace foreweave
