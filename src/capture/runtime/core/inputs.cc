#include "capture/runtime/core/inputs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/passing_on.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/signals.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace {

constexpr int64_t kSecond = 1'000'000'000;
int64_t nanoseconds(const timespec& t) { return t.tv_sec * kSecond + t.tv_nsec; }
timespec as_timespec(int64_t ns) {
  timespec t{ns / kSecond, ns % kSecond};
  if (t.tv_nsec < 0) {
    t.tv_nsec += kSecond;
    --t.tv_sec;
  }
  return t;
}

// How far the real clock is ahead of the replayed program's.
constexpr clockid_t kClocks = 16;
int64_t ahead[kClocks];
bool has_clock(clockid_t clock) { return clock >= 0 && clock < kClocks; }

// Replays or records what `result` holds. True: it was replayed.
bool pass_on_input(FwInputCall call, void* result, size_t bytes) {
  const int saved = errno;
  const Inside inside(false);
  bool replayed = false;
  if (inside) {
    replayed = schedule && take_input(current(), call, result, bytes);
    log_input(call, result, bytes);
  }
  errno = saved;
  return replayed;
}

void tell_time(clockid_t clock, FwInputCall call, timespec& time) {
  if (!scheduling) return;
  const int64_t real = nanoseconds(time);
  if (schedule && has_clock(clock)) time = as_timespec(real - ahead[clock]);
  if (pass_on_input(call, &time, sizeof time) && has_clock(clock))
    ahead[clock] = real - nanoseconds(time);
}

}  // namespace

namespace foreweave::runtime {

void log_input(FwInputCall call, const void* result, size_t bytes) {
  if (!channel) return;
  constexpr size_t kMostWords = 96;
  for (size_t at = 0; at < bytes || at == 0;) {
    uint64_t words[1 + kMostWords] = {};
    const size_t piece = bytes - at < kMostWords * 8 ? bytes - at : kMostWords * 8;
    words[0] = call | uint64_t{piece} << 8 | uint64_t{at > 0} << 32;
    memcpy(words + 1, static_cast<const char*>(result) + at, piece);
    log_record(current(), FW_RECORD_input, words, static_cast<uint32_t>(1 + (piece + 7) / 8));
    at += piece;
    if (bytes == 0) break;
  }
}

timespec real_time(clockid_t clock) {
  timespec time{};
  raw_syscall(SYS_clock_gettime, clock, reinterpret_cast<long>(&time));
  return time;
}

const timespec* on_real_clock(const timespec* deadline, clockid_t clock, timespec& storage) {
  if (!deadline || !schedule || !has_clock(clock)) return deadline;
  storage = as_timespec(nanoseconds(*deadline) + ahead[clock]);
  return &storage;
}

}  // namespace foreweave::runtime

FW_INTERCEPTOR int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int result = FW_REAL(clock_gettime)(clock, time);
  if (result == 0) tell_time(clock, FW_INPUT_clock, *time);
  return result;
}

FW_INTERCEPTOR int gettimeofday(timeval* time, void* zone) noexcept {
  const int result = FW_REAL(gettimeofday)(time, zone);
  if (result != 0 || !scheduling) return result;
  timespec t{time->tv_sec, time->tv_usec * 1000};
  tell_time(CLOCK_REALTIME, FW_INPUT_time_of_day, t);
  *time = {t.tv_sec, t.tv_nsec / 1000};
  return result;
}

FW_INTERCEPTOR time_t time(time_t* result) noexcept {
  timespec t{FW_REAL(time)(nullptr), 0};
  tell_time(CLOCK_REALTIME, FW_INPUT_time, t);
  if (result) *result = t.tv_sec;
  return t.tv_sec;
}

FW_INTERCEPTOR ssize_t getrandom(void* memory, size_t size, unsigned flags) {
  const ssize_t result = FW_REAL(getrandom)(memory, size, flags);
  if (result > 0 && scheduling) pass_on_input(FW_INPUT_random, memory, static_cast<size_t>(result));
  return result;
}

FW_INTERCEPTOR int getentropy(void* memory, size_t size) {
  const int result = FW_REAL(getentropy)(memory, size);
  if (result == 0 && scheduling) pass_on_input(FW_INPUT_random, memory, size);
  return result;
}

FW_INTERCEPTOR uint32_t arc4random() noexcept {
  uint32_t number = FW_REAL(arc4random)();
  if (scheduling) pass_on_input(FW_INPUT_random, &number, sizeof number);
  return number;
}

FW_INTERCEPTOR void arc4random_buf(void* memory, size_t size) noexcept {
  FW_REAL(arc4random_buf)(memory, size);
  if (scheduling) pass_on_input(FW_INPUT_random, memory, size);
}

FW_INTERCEPTOR uint32_t arc4random_uniform(uint32_t bound) noexcept {
  uint32_t number = FW_REAL(arc4random_uniform)(bound);
  if (scheduling) pass_on_input(FW_INPUT_random, &number, sizeof number);
  return number;
}

// std::random_device::_M_getval(), which may ask the CPU itself. Weak for the same reason as
// those of cpp_threads.cc.
FW_INTERCEPTOR unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  unsigned number = FW_REAL(_ZNSt13random_device9_M_getvalEv)(device);
  if (scheduling) pass_on_input(FW_INPUT_random, &number, sizeof number);
  return number;
}

// --- ids -----------------------------------------------------------------------------------------
// A replayed program that signals itself, or its parent, by the id that it was told means the real
// one.

namespace {

struct ToldProcess {
  pid_t told, real;
};
constexpr size_t kMostTold = 8;
ToldProcess told_processes[kMostTold];  // the last ones that are not what they were
size_t told_count;

pid_t tell_id(FwInputCall call, pid_t id) {
  if (scheduling) pass_on_input(call, &id, sizeof id);
  return id;
}

pid_t meant_process(pid_t told) {
  for (const ToldProcess& process : told_processes)
    if (process.told != 0 && process.told == told) return process.real;
  return told;
}

pid_t tell_process(pid_t real) {
  const pid_t told = tell_id(FW_INPUT_id, real);
  if (told != real && meant_process(told) != real)
    told_processes[told_count++ % kMostTold] = {told, real};
  return told;
}

}  // namespace

FW_INTERCEPTOR pid_t getpid() noexcept {
  return tell_process(static_cast<pid_t>(raw_syscall(SYS_getpid)));
}
FW_INTERCEPTOR pid_t gettid() noexcept {
  return tell_id(FW_INPUT_id, static_cast<pid_t>(raw_syscall(SYS_gettid)));
}
FW_INTERCEPTOR pid_t getppid() noexcept {
  return tell_process(static_cast<pid_t>(raw_syscall(SYS_getppid)));
}
FW_INTERCEPTOR int kill(pid_t process, int number) noexcept {
  log_passing_on();  // to who waits for a child that ends of it
  log_signal_sent();
  const Sending sending;
  return FW_REAL(kill)(meant_process(process), number);
}
FW_INTERCEPTOR int sigqueue(pid_t process, int number, const sigval value) noexcept {
  log_signal_sent();
  const Sending sending;
  return FW_REAL(sigqueue)(meant_process(process), number, value);
}
