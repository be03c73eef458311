// What the program calls its threads, for reports.
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"

using namespace foreweave::runtime;

namespace {

constexpr size_t kMostBytes = 16;  // of Linux, with the zero behind it

void log_name(const Thread* thread, const char* name) {
  if (!thread || !channel) return;
  uint64_t words[1 + kMostBytes / 8] = {thread->number};
  memcpy(words + 1, name, strnlen(name, kMostBytes - 1));
  log_record(current(), FW_RECORD_thread_name, words, 1 + kMostBytes / 8);
}

}  // namespace

FW_INTERCEPTOR int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  const int result = FW_REAL(pthread_setname_np)(handle, name);
  const int saved = errno;
  if (const Inside inside(false); inside && result == 0) log_name(find_thread(handle), name);
  errno = saved;
  return result;
}

FW_INTERCEPTOR int prctl(int option, ...) noexcept {
  va_list list;
  va_start(list, option);
  unsigned long a[4];
  for (unsigned long& argument : a) argument = va_arg(list, unsigned long);
  va_end(list);
  const int result = FW_REAL(prctl)(option, a[0], a[1], a[2], a[3]);
  const int saved = errno;
  if (option == PR_SET_NAME && result == 0)
    if (const Inside inside(false); inside)
      log_name(current(), reinterpret_cast<const char*>(a[0]));
  errno = saved;
  return result;
}
