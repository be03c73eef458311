// Message queues and sets of semaphores of the kernel, and the sockets' calls for many messages at
// once: threads may send each other word through them.
#include <errno.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

// Behind a call that took `bytes` bytes, or failed.
ssize_t taken(const void* memory, ssize_t bytes) {
  const int saved = errno;
  log_written(memory, bytes);
  errno = saved;
  return bytes;
}

template <class Call>
auto outside(Call call) {
  const Outside outside;
  return call();
}

// Before a message lies its type, which is a word.
const void* text_of(const void* message) { return static_cast<const long*>(message) + 1; }

}  // namespace

FW_INTERCEPTOR int msgsnd(int queue, const void* message, size_t size, int flags) {
  log_sent(message, sizeof(long));
  log_sent(text_of(message), size);
  log_passing_on();
  return outside([&] { return FW_REAL(msgsnd)(queue, message, size, flags); });
}

FW_INTERCEPTOR ssize_t msgrcv(int queue, void* message, size_t size, long type, int flags) {
  const ssize_t bytes = outside([&] { return FW_REAL(msgrcv)(queue, message, size, type, flags); });
  if (bytes >= 0) taken(message, sizeof(long));
  return taken(text_of(message), bytes);
}

FW_INTERCEPTOR int mq_send(mqd_t queue, const char* message, size_t size, unsigned priority) {
  log_sent(message, size);
  log_passing_on();
  return outside([&] { return FW_REAL(mq_send)(queue, message, size, priority); });
}

FW_INTERCEPTOR int mq_timedsend(mqd_t queue, const char* message, size_t size, unsigned priority,
                                const timespec* deadline) {
  log_sent(message, size);
  log_passing_on();
  return outside([&] { return FW_REAL(mq_timedsend)(queue, message, size, priority, deadline); });
}

FW_INTERCEPTOR ssize_t mq_receive(mqd_t queue, char* message, size_t size, unsigned* priority) {
  return taken(message,
               outside([&] { return FW_REAL(mq_receive)(queue, message, size, priority); }));
}

FW_INTERCEPTOR ssize_t mq_timedreceive(mqd_t queue, char* message, size_t size, unsigned* priority,
                                       const timespec* deadline) {
  return taken(message, outside([&] {
                 return FW_REAL(mq_timedreceive)(queue, message, size, priority, deadline);
               }));
}

// --- sets of semaphores --------------------------------------------------------------------------

FW_INTERCEPTOR int semop(int set, sembuf* operations, size_t count) noexcept {
  log_passing_on();
  const int result = outside([&] { return FW_REAL(semop)(set, operations, count); });
  if (result == 0) log_being_told();
  return result;
}

FW_INTERCEPTOR int semtimedop(int set, sembuf* operations, size_t count,
                              const timespec* limit) noexcept {
  log_passing_on();
  const int result = outside([&] { return FW_REAL(semtimedop)(set, operations, count, limit); });
  if (result == 0) log_being_told();
  return result;
}

// --- many messages or pieces at once -------------------------------------------------------------

FW_INTERCEPTOR int sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags) {
  log_descriptor_use(fd);
  for (unsigned i = 0; i < count; ++i)
    log_sent(messages[i].msg_hdr.msg_iov, messages[i].msg_hdr.msg_iovlen);
  log_passing_on();
  const Outside outside(would_wait(fd, POLLOUT));
  return FW_REAL(sendmmsg)(fd, messages, count, flags);
}

FW_INTERCEPTOR int recvmmsg(int fd, mmsghdr* messages, unsigned count, int flags, timespec* limit) {
  log_descriptor_use(fd);
  const int received =
      outside([&] { return FW_REAL(recvmmsg)(fd, messages, count, flags, limit); });
  const int saved = errno;
  for (int i = 0; i < received; ++i)
    log_written(messages[i].msg_hdr.msg_iov, static_cast<int>(messages[i].msg_hdr.msg_iovlen),
                static_cast<ssize_t>(messages[i].msg_len));
  errno = saved;
  return received;
}

#define FW_READING_PIECES(name, last_parameters, last_arguments)                        \
  FW_INTERCEPTOR ssize_t name(int fd, const iovec* pieces, int count last_parameters) { \
    log_descriptor_use(fd);                                                             \
    ssize_t bytes = -1;                                                                 \
    {                                                                                   \
      const Taking taking(fd);                                                          \
      if (!taking.failed()) bytes = FW_REAL(name)(fd, pieces, count last_arguments);    \
    }                                                                                   \
    const int saved = errno;                                                            \
    log_written(pieces, count, bytes);                                                  \
    errno = saved;                                                                      \
    return bytes;                                                                       \
  }

#define FW_WRITING_PIECES(name, last_parameters, last_arguments)                        \
  FW_INTERCEPTOR ssize_t name(int fd, const iovec* pieces, int count last_parameters) { \
    log_descriptor_use(fd);                                                             \
    log_sent(pieces, count < 0 ? 0 : static_cast<size_t>(count));                       \
    log_passing_on();                                                                   \
    const Outside outside(would_wait(fd, POLLOUT));                                     \
    return FW_REAL(name)(fd, pieces, count last_arguments);                             \
  }

#define FW_AND , /* between the arguments of a macro's argument */
FW_READING_PIECES(preadv, FW_AND off_t at, FW_AND at)
FW_READING_PIECES(preadv64, FW_AND off64_t at, FW_AND at)
FW_READING_PIECES(preadv2, FW_AND off_t at FW_AND int flags, FW_AND at FW_AND flags)
FW_READING_PIECES(preadv64v2, FW_AND off64_t at FW_AND int flags, FW_AND at FW_AND flags)
FW_WRITING_PIECES(pwritev, FW_AND off_t at, FW_AND at)
FW_WRITING_PIECES(pwritev64, FW_AND off64_t at, FW_AND at)
FW_WRITING_PIECES(pwritev2, FW_AND off_t at FW_AND int flags, FW_AND at FW_AND flags)
FW_WRITING_PIECES(pwritev64v2, FW_AND off64_t at FW_AND int flags, FW_AND at FW_AND flags)
