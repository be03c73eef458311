#include "capture/runtime/files/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/futex.h"

namespace foreweave::runtime {

bool input_is_not_asked_for;

namespace {

constexpr int kInput = 0;
uint64_t measured;  // the pipe's inode; 0: there is none
bool is_asking;     // one thread is; others of us wait for a moment

uint64_t inode_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

// The recorder's pipe in the place of ours, with what the program has set for it.
bool change_input() {
  char path[64];
  snprintf(path, sizeof path, "/proc/%u/fd/%d", channel->recorder_id, channel->input_pipe);
  const long pipe =
      raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC);
  if (pipe < 0) return false;
  const long flags = raw_syscall(SYS_fcntl, kInput, F_GETFL),
             closes = raw_syscall(SYS_fcntl, kInput, F_GETFD);
  if (flags & O_NONBLOCK) raw_syscall(SYS_fcntl, pipe, F_SETFL, O_NONBLOCK);
  const bool changed =
      raw_syscall(SYS_dup3, pipe, kInput, closes & FD_CLOEXEC ? O_CLOEXEC : 0) == kInput;
  raw_syscall(SYS_close, pipe);
  return changed;
}

ssize_t take_exactly(int file, const iovec* pieces, int count, ssize_t bytes) {
  ssize_t taken = 0;
  for (int i = 0; i < count && taken < bytes; ++i) {
    char* to = static_cast<char*>(pieces[i].iov_base);
    for (size_t left = pieces[i].iov_len; left > 0 && taken < bytes;) {
      const size_t wanted =
          left < static_cast<size_t>(bytes - taken) ? left : static_cast<size_t>(bytes - taken);
      const ssize_t got = FW_REAL(read)(file, to, wanted);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return taken > 0 ? taken : got;
      to += got;
      left -= static_cast<size_t>(got);
      taken += got;
    }
  }
  return taken;
}

}  // namespace

void watch_standard_input() {
  input_is_not_asked_for = channel->input_pipe >= 0;
  if (schedule && channel->input_comes_again) measured = inode_of(kInput);
}

void forget_standard_input() {
  input_is_not_asked_for = false;
  measured = 0;
}

void ask_for_input() {
  const int saved = errno;
  if (!channel) {
    input_is_not_asked_for = false;
  } else if (!__atomic_exchange_n(&is_asking, true, __ATOMIC_ACQ_REL)) {
    if (inode_of(kInput) == channel->input_inode && change_input()) {
      measured = inode_of(kInput);
      __atomic_store_n(&channel->input_is_wanted, 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&input_is_not_asked_for, false, __ATOMIC_RELEASE);
  } else {
    // Not for ever: it may be this very thread that asks, below a signal's handler.
    for (int i = 0; i < 1000 && __atomic_load_n(&input_is_not_asked_for, __ATOMIC_ACQUIRE); ++i)
      raw_syscall(SYS_sched_yield);
  }
  errno = saved;
}

bool is_measured_input(int file) {
  if (measured == 0 || !scheduling || !channel) return false;
  const int saved = errno;
  const bool result = inode_of(file) == measured;
  errno = saved;
  return result;
}

ssize_t take_measured_input(int file, const iovec* pieces, int count) {
  const Inside inside(false);
  if (!inside) return FW_REAL(readv)(file, pieces, count);
  int64_t told = 0;
  ssize_t result;
  if (schedule && take_input(current(), FW_INPUT_taken, &told, sizeof told)) {
    result = told < 0 ? -1 : take_exactly(file, pieces, count, told);
    if (told < 0) errno = static_cast<int>(-told);
  } else {
    result = FW_REAL(readv)(file, pieces, count);
  }
  const int error = errno;
  const int64_t bytes = result < 0 ? -error : result;
  log_input(FW_INPUT_taken, &bytes, sizeof bytes);
  errno = error;
  return result;
}

}  // namespace foreweave::runtime
