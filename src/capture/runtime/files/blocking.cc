// Calls that may take long: the token is given up around them, so that others run meanwhile.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/files/traffic.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace {

bool among(const pollfd* files, nfds_t count) {
  for (nfds_t i = 0; i < count; ++i)
    if (files[i].fd == 0) return true;
  return false;
}

void log_answers(const pollfd* files, nfds_t count) {
  for (nfds_t i = 0; i < count; ++i) log_filled(&files[i].revents, sizeof files[i].revents);
}

// The kernel writes whole words of them.
void log_sets(int files, const fd_set* read, const fd_set* write, const fd_set* error) {
  const size_t bits = 8 * sizeof(fd_mask);
  const size_t bytes = (static_cast<size_t>(files) + bits - 1) / bits * sizeof(fd_mask);
  const fd_set* const sets[] = {read, write, error};
  for (const fd_set* set : sets) log_filled(set, bytes);
}

void log_events(const epoll_event* events, int count) {
  log_filled(events, static_cast<size_t>(count) * sizeof *events);
}

Taking::How how(int flags_of_receiving) {
  if (flags_of_receiving & (MSG_DONTWAIT | MSG_ERRQUEUE)) return Taking::How::returns;
  return flags_of_receiving & MSG_WAITALL ? Taking::How::goes_on : Taking::How::waits;
}

}  // namespace

#define FW_BLOCKING(result, name, parameters, arguments) \
  FW_INTERCEPTOR result name parameters {                \
    const Outside outside;                               \
    return FW_REAL(name) arguments;                      \
  }

// The same for calls that tell what others did: whether they did, as `result` says; how that is
// logged; and what the call filled in.
#define FW_TELLING(type, name, parameters, arguments, if_told, log, filled) \
  FW_INTERCEPTOR type name parameters {                                     \
    type result;                                                            \
    {                                                                       \
      const Outside outside;                                                \
      result = FW_REAL(name) arguments;                                     \
    }                                                                       \
    if (if_told) {                                                          \
      log();                                                                \
      filled;                                                               \
    }                                                                       \
    return result;                                                          \
  }

// The same for those that look at files; whether standard input is among them. They also fill in
// that there is nothing.
#define FW_LOOKING(name, parameters, arguments, is_input_among_them, filled) \
  FW_INTERCEPTOR int name parameters {                                       \
    if (input_is_not_asked_for && (is_input_among_them)) asks_for(0);        \
    int result;                                                              \
    {                                                                        \
      const Outside outside;                                                 \
      result = FW_REAL(name) arguments;                                      \
    }                                                                        \
    if (result > 0) log_being_told();                                        \
    if (result >= 0) filled;                                                 \
    return result;                                                           \
  }

// And for sets of files, which have a descriptor themselves.
#define FW_WAITING_FOR_SET(name, parameters, arguments) \
  FW_INTERCEPTOR int name parameters {                  \
    log_descriptor_use(fd);                             \
    int result;                                         \
    {                                                   \
      const Outside outside;                            \
      result = FW_REAL(name) arguments;                 \
    }                                                   \
    if (result > 0) {                                   \
      log_being_told();                                 \
      log_events(events, result);                       \
    }                                                   \
    return result;                                      \
  }

// Calls that are known to return, and when.
#define FW_SLEEPING(result, name, parameters, arguments, seconds, nanoseconds) \
  FW_INTERCEPTOR result name parameters {                                      \
    const Sleeping sleeping(seconds, nanoseconds);                             \
    const Outside outside;                                                     \
    return FW_REAL(name) arguments;                                            \
  }

FW_SLEEPING(unsigned, sleep, (unsigned seconds), (seconds), seconds, 0)
FW_SLEEPING(int, usleep, (useconds_t t), (t), t / 1'000'000, t % 1'000'000 * 1'000)
FW_SLEEPING(int, nanosleep, (const timespec* t, timespec* left), (t, left), t ? t->tv_sec : 0,
            t ? t->tv_nsec : 0)
FW_BLOCKING(int, pause, (), ())
FW_BLOCKING(int, sigsuspend, (const sigset_t* mask), (mask))
FW_TELLING(int, sigwait, (const sigset_t* set, int* number), (set, number), result == 0,
           log_signal_taken, log_filled(number, sizeof *number))
FW_TELLING(int, sigwaitinfo, (const sigset_t* set, siginfo_t* info), (set, info), result > 0,
           log_signal_taken, log_filled(info, sizeof *info))
FW_TELLING(int, sigtimedwait, (const sigset_t* set, siginfo_t* info, const timespec* t),
           (set, info, t), result > 0, log_signal_taken, log_filled(info, sizeof *info))
FW_LOOKING(poll, (pollfd * fds, nfds_t n, int timeout), (fds, n, timeout), among(fds, n),
           log_answers(fds, n))
FW_LOOKING(ppoll, (pollfd * fds, nfds_t n, const timespec* t, const sigset_t* m), (fds, n, t, m),
           among(fds, n), log_answers(fds, n))
FW_LOOKING(select, (int n, fd_set* r, fd_set* w, fd_set* e, timeval* t), (n, r, w, e, t),
           n > 0 && r && FD_ISSET(0, r), (log_sets(n, r, w, e), log_filled(t, t ? sizeof *t : 0)))
FW_LOOKING(pselect, (int n, fd_set* r, fd_set* w, fd_set* e, const timespec* t, const sigset_t* m),
           (n, r, w, e, t, m), n > 0 && r && FD_ISSET(0, r), log_sets(n, r, w, e))
FW_WAITING_FOR_SET(epoll_wait, (int fd, epoll_event* events, int n, int timeout),
                   (fd, events, n, timeout))
FW_WAITING_FOR_SET(epoll_pwait,
                   (int fd, epoll_event* events, int n, int timeout, const sigset_t* m),
                   (fd, events, n, timeout, m))
FW_WAITING_FOR_SET(epoll_pwait2,
                   (int fd, epoll_event* events, int n, const timespec* t, const sigset_t* m),
                   (fd, events, n, t, m))
FW_TELLING(pid_t, wait, (int* status), (status), result > 0, log_being_told,
           log_filled(status, sizeof *status))
FW_TELLING(pid_t, waitpid, (pid_t pid, int* status, int options), (pid, status, options),
           result > 0, log_being_told, log_filled(status, sizeof *status))
FW_TELLING(pid_t, wait3, (int* status, int options, rusage* usage), (status, options, usage),
           result > 0, log_being_told,
           (log_filled(status, sizeof *status), log_filled(usage, sizeof *usage)))
FW_TELLING(pid_t, wait4, (pid_t pid, int* status, int options, rusage* usage),
           (pid, status, options, usage), result > 0, log_being_told,
           (log_filled(status, sizeof *status), log_filled(usage, sizeof *usage)))
FW_TELLING(int, waitid, (idtype_t type, id_t id, siginfo_t* info, int options),
           (type, id, info, options), result == 0, log_being_told, log_filled(info, sizeof *info))

#define FW_SYNCING(name)            \
  FW_INTERCEPTOR int name(int fd) { \
    log_descriptor_use(fd);         \
    const Outside outside;          \
    return FW_REAL(name)(fd);       \
  }
FW_SYNCING(fsync)
FW_SYNCING(fdatasync)

FW_INTERCEPTOR int clock_nanosleep(clockid_t clock, int flags, const timespec* time,
                                   timespec* left) {
  timespec storage;
  if (flags & TIMER_ABSTIME) time = on_real_clock(time, clock, storage);
  const bool is_length = time && !(flags & TIMER_ABSTIME);
  const timespec now = is_length || !time ? timespec{} : real_time(clock);
  const Sleeping sleeping(time ? time->tv_sec - now.tv_sec : 0,
                          time ? time->tv_nsec - now.tv_nsec : 0);
  const Outside outside;
  return FW_REAL(clock_nanosleep)(clock, flags, time, left);
}

// Calls that write to a file, a pipe, a socket. Who had to wait for room was told that somebody
// took what was in the way.
#define FW_WRITING(name, parameters, arguments, memory, size) \
  FW_INTERCEPTOR ssize_t name parameters {                    \
    log_descriptor_use(fd);                                   \
    log_sent(memory, static_cast<size_t>(size));              \
    log_passing_on();                                         \
    const bool waits = would_wait(fd, POLLOUT);               \
    ssize_t result;                                           \
    {                                                         \
      const Outside outside(waits);                           \
      result = FW_REAL(name) arguments;                       \
    }                                                         \
    if (waits) log_being_told();                              \
    return result;                                            \
  }

FW_WRITING(write, (int fd, const void* data, size_t n), (fd, data, n), data, n)
FW_WRITING(pwrite, (int fd, const void* data, size_t n, off_t at), (fd, data, n, at), data, n)
FW_WRITING(pwrite64, (int fd, const void* data, size_t n, off64_t at), (fd, data, n, at), data, n)
FW_WRITING(writev, (int fd, const iovec* pieces, int n), (fd, pieces, n), pieces, n < 0 ? 0 : n)
FW_WRITING(send, (int fd, const void* data, size_t n, int flags), (fd, data, n, flags), data, n)
FW_WRITING(sendto, (int fd, const void* data, size_t n, int flags, const sockaddr* a, socklen_t l),
           (fd, data, n, flags, a, l), data, n)
FW_WRITING(sendmsg, (int fd, const msghdr* message, int flags), (fd, message, flags),
           message->msg_iov, message->msg_iovlen)

#define FW_READING(name, parameters, arguments, memory, how)  \
  FW_INTERCEPTOR ssize_t name parameters {                    \
    log_descriptor_use(fd);                                   \
    ssize_t result = -1;                                      \
    {                                                         \
      const Taking taking(fd, how);                           \
      const Outside outside(taking.is_outside());             \
      if (!taking.failed()) result = FW_REAL(name) arguments; \
    }                                                         \
    const int saved = errno;                                  \
    log_written(memory, result);                              \
    errno = saved;                                            \
    return result;                                            \
  }

FW_READING(pread, (int fd, void* to, size_t n, off_t at), (fd, to, n, at), to, Taking::How::waits)
FW_READING(pread64, (int fd, void* to, size_t n, off64_t at), (fd, to, n, at), to,
           Taking::How::waits)
FW_READING(recv, (int fd, void* to, size_t n, int flags), (fd, to, n, flags), to, how(flags))
FW_READING(recvfrom, (int fd, void* to, size_t n, int flags, sockaddr* a, socklen_t* l),
           (fd, to, n, flags, a, l), to, how(flags))

namespace {

template <class Call>
ssize_t read_pieces(int fd, const iovec* pieces, int count, Call call) {
  log_descriptor_use(fd);
  ssize_t result = -1;
  {
    const Taking taking(fd);
    if (!taking.failed())
      result = is_measured_input(fd) ? take_measured_input(fd, pieces, count) : call();
  }
  const int saved = errno;
  log_written(pieces, count, result);
  errno = saved;
  return result;
}

}  // namespace

FW_INTERCEPTOR ssize_t read(int fd, void* to, size_t n) {
  const iovec piece{to, n};
  return read_pieces(fd, &piece, 1, [=] { return FW_REAL(read)(fd, to, n); });
}
FW_INTERCEPTOR ssize_t readv(int fd, const iovec* pieces, int count) {
  return read_pieces(fd, pieces, count, [=] { return FW_REAL(readv)(fd, pieces, count); });
}

FW_INTERCEPTOR ssize_t recvmsg(int fd, msghdr* message, int flags) {
  log_descriptor_use(fd);
  ssize_t result = -1;
  {
    const Taking taking(fd, how(flags));
    const Outside outside(taking.is_outside());
    if (!taking.failed()) result = FW_REAL(recvmsg)(fd, message, flags);
  }
  const int saved = errno;
  log_written(message->msg_iov, static_cast<int>(message->msg_iovlen), result);
  errno = saved;
  return result;
}

// From one file into another: taken from one and passed on by the other.
#define FW_MOVING(name, parameters, arguments) \
  FW_INTERCEPTOR ssize_t name parameters {     \
    log_descriptor_use(in);                    \
    log_descriptor_use(out);                   \
    asks_for(in);                              \
    log_passing_on();                          \
    ssize_t result;                            \
    {                                          \
      const Outside outside;                   \
      result = FW_REAL(name) arguments;        \
    }                                          \
    log_being_told();                          \
    return result;                             \
  }
FW_MOVING(sendfile, (int out, int in, off_t* at, size_t n) noexcept, (out, in, at, n))
FW_MOVING(sendfile64, (int out, int in, off64_t* at, size_t n) noexcept, (out, in, at, n))
FW_MOVING(splice, (int in, off64_t* at, int out, off64_t* to, size_t n, unsigned flags),
          (in, at, out, to, n, flags))
FW_MOVING(tee, (int in, int out, size_t n, unsigned flags), (in, out, n, flags))
FW_MOVING(copy_file_range, (int in, off64_t* at, int out, off64_t* to, size_t n, unsigned flags),
          (in, at, out, to, n, flags))

// Not blocking, but what they lead to may be. Who waits for a set is told of what is new in it.
FW_INTERCEPTOR int epoll_ctl(int set, int operation, int fd, epoll_event* event) noexcept {
  log_descriptor_use(set);
  log_descriptor_use(fd);
  asks_for(fd);
  log_passing_on();
  return FW_REAL(epoll_ctl)(set, operation, fd, event);
}
FW_INTERCEPTOR int dup(int fd) noexcept {
  log_descriptor_use(fd);
  asks_for(fd);
  log_descriptor_wanted();
  const int result = FW_REAL(dup)(fd);
  log_descriptor_begin(result);
  return result;
}
FW_INTERCEPTOR int dup2(int fd, int as) noexcept {
  log_descriptor_use(fd);
  log_descriptor_change(as, FW_CALLER);
  asks_for(fd);
  return FW_REAL(dup2)(fd, as);
}
FW_INTERCEPTOR int dup3(int fd, int as, int flags) noexcept {
  log_descriptor_use(fd);
  log_descriptor_change(as, FW_CALLER);
  asks_for(fd);
  return FW_REAL(dup3)(fd, as, flags);
}

FW_INTERCEPTOR int sched_yield() noexcept {
  // Who is outside goes round there, in code of others.
  const Thread* const self = scheduling ? current() : nullptr;
  if (!self || self->state == State::outside) return FW_REAL(sched_yield)();
  const Inside inside;
  if (!inside) return FW_REAL(sched_yield)();
  give_way(true);
  return 0;
}
