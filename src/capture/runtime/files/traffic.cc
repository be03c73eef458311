#include "capture/runtime/files/traffic.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/ground/futex.h"

namespace foreweave::runtime {

namespace {

// Milliseconds, or -1: no limit.
int time_limit(int file) {
  timeval limit{};
  socklen_t size = sizeof limit;
  if (raw_syscall(SYS_getsockopt, file, SOL_SOCKET, SO_RCVTIMEO, reinterpret_cast<long>(&limit),
                  reinterpret_cast<long>(&size)) != 0)
    return -1;
  const int64_t milliseconds = limit.tv_sec * int64_t{1000} + (limit.tv_usec + 999) / 1000;
  if (milliseconds == 0) return -1;
  return milliseconds < INT32_MAX ? static_cast<int>(milliseconds) : INT32_MAX;
}

// Until there is something to take; the error with which the call would have ended instead. Calls
// with a time limit are never begun again after a signal, others if its handler wants it.
int wait_outside(Thread* self, int file) {
  pollfd poll_one{file, POLLIN, 0};
  const int limit = time_limit(file);
  const Outside outside;
  self->call_is_interrupted = false;
  if (limit < 0)
    __atomic_store_n(&self->block->waits_file, static_cast<uint32_t>(file) + 1, __ATOMIC_RELEASE);
  const int found = FW_REAL(poll)(&poll_one, 1, limit);
  __atomic_store_n(&self->block->waits_file, 0, __ATOMIC_RELEASE);
  if (found == 0) return EAGAIN;
  return found < 0 && errno == EINTR && (limit >= 0 || self->call_is_interrupted) ? EINTR : 0;
}

// What the program was started with: who reads and writes at the other end is not the program.
struct Identity {
  dev_t device;
  ino_t number;
};
Identity of_the_world[3];

bool describe(int file, struct stat& what) {
  return raw_syscall(SYS_fstat, file, reinterpret_cast<long>(&what)) == 0;
}

// Until it makes a pipe or a socket, or opens one, all its streams lead to files.
bool has_channels;

bool leads_to_a_thread(FILE* stream) {
  if (!has_channels || !scheduling || !fw_row_is_on("library:streams_pass_on")) return false;
  struct stat what;
  if (!stream) return true;
  if (stream->_fileno < 0 || !describe(stream->_fileno, what)) return false;
  if (!S_ISFIFO(what.st_mode) && !S_ISSOCK(what.st_mode)) return false;
  for (const Identity& other : of_the_world)
    if (other.device == what.st_dev && other.number == what.st_ino) return false;
  return true;
}

}  // namespace

bool would_wait(int file, short for_what) {
  if (!scheduling) return false;
  pollfd poll_one{file, for_what, 0};
  return raw_syscall(SYS_poll, reinterpret_cast<long>(&poll_one), 1, 0) == 0;
}

bool never_waits(int file) {
  const long flags = raw_syscall(SYS_fcntl, file, F_GETFL);
  return flags < 0 || flags & O_NONBLOCK;
}

void note_streams_of_the_world() {
  struct stat what;
  for (int file = 0; file < 3; ++file)
    if (describe(file, what)) of_the_world[file] = {what.st_dev, what.st_ino};
}
void log_passing_on_by(FILE* stream) {
  if (leads_to_a_thread(stream)) log_passing_on();
}
void log_being_told_by(FILE* stream) {
  if (leads_to_a_thread(stream)) log_being_told();
}

bool opening_meets(const char* path) {
  struct stat what;
  const bool meets =
      scheduling && path &&
      raw_syscall(SYS_stat, reinterpret_cast<long>(path), reinterpret_cast<long>(&what)) == 0 &&
      S_ISFIFO(what.st_mode) && fw_row_is_on("library:named_pipes");
  has_channels |= meets;
  return meets;
}

void log_filled(const void* memory, size_t bytes) {
  if (!memory || bytes == 0) return;
  const int saved = errno;
  const Announced announced(FW_KIND_write, memory, bytes);
  const Inside inside;
  if (inside) log_event(current(), FW_KIND_write, memory, bytes, 0, FW_FLAG_DECIDES);
  errno = saved;
}

void log_written(const void* memory, ssize_t bytes) {
  if (bytes < 0) return;
  if (bytes == 0) return log_being_told();
  log_passing_on();  // the write decides
  log_filled(memory, static_cast<size_t>(bytes));
}

void log_written(const iovec* pieces, int count, ssize_t bytes) {
  if (bytes == 0) return log_being_told();  // there is nothing more to come
  for (int i = 0; i < count && bytes > 0; ++i) {
    const ssize_t here = static_cast<ssize_t>(pieces[i].iov_len) < bytes
                             ? static_cast<ssize_t>(pieces[i].iov_len)
                             : bytes;
    log_written(pieces[i].iov_base, here);
    bytes -= here;
  }
}

void log_sent(const void* memory, size_t bytes) {
  const Announced announced(FW_KIND_read, memory, bytes);
  const Inside inside;
  const int saved = errno;
  if (inside && bytes > 0) log_event(current(), FW_KIND_read, memory, bytes, 0, FW_FLAG_DECIDES);
  errno = saved;
}

void log_sent(const iovec* pieces, size_t count) {
  for (size_t i = 0; i < count; ++i) log_sent(pieces[i].iov_base, pieces[i].iov_len);
}

Taking::Taking(int file, How how) {
  asks_for(file);
  const int saved = errno;
  int error = 0;
  do {
    const Inside inside;
    if (!inside || !would_wait(file, POLLIN) || how == How::returns || never_waits(file)) break;
    outside_ = how == How::goes_on;
    if (outside_) break;
    error = wait_outside(current(), file);
  } while (error == 0);
  failed_ = error != 0;
  errno = failed_ ? error : saved;
}

}  // namespace foreweave::runtime

using namespace foreweave::runtime;

FW_INTERCEPTOR int signalfd(int fd, const sigset_t* mask, int flags) noexcept {
  note_signals_are_read();
  log_descriptor_wanted();
  const int result = FW_REAL(signalfd)(fd, mask, flags);
  if (fd < 0) log_descriptor_begin(result);
  return result;
}

FW_INTERCEPTOR int socket(int domain, int type, int protocol) noexcept {
  __atomic_store_n(&has_channels, true, __ATOMIC_RELAXED);
  log_descriptor_wanted();
  const int result = FW_REAL(socket)(domain, type, protocol);
  log_descriptor_begin(result);
  return result;
}

#define FW_CHANNEL(name, parameters, arguments)                               \
  FW_INTERCEPTOR int name parameters noexcept {                               \
    __atomic_store_n(&has_channels, true, __ATOMIC_RELAXED);                  \
    log_descriptor_wanted();                                                  \
    const int result = FW_REAL(name) arguments;                               \
    for (int i = 0; i < 2 && result == 0; ++i) log_descriptor_begin(ends[i]); \
    return result;                                                            \
  }
FW_CHANNEL(pipe, (int* ends), (ends))
FW_CHANNEL(pipe2, (int* ends, int flags), (ends, flags))
FW_CHANNEL(socketpair, (int domain, int type, int protocol, int* ends),
           (domain, type, protocol, ends))
