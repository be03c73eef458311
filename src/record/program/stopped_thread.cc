#include "record/program/stopped_thread.h"

#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include <cerrno>
#include <utility>

#include "record/program/kernel_state.h"

namespace foreweave {

namespace {

// A thread that ends while it is debugged stays until its debugger has heard of that, and the
// program with it. How the program ended is told by its first thread, and for others to hear.
void hear_of_end(pid_t program, pid_t thread) {
  if (thread == program) return;
  siginfo_t seen{};
  while (waitid(P_PID, static_cast<id_t>(thread), &seen, WEXITED | __WALL) != 0 && errno == EINTR) {
  }
}

}  // namespace

std::optional<StoppedThread> StoppedThread::stop(pid_t program, uint32_t thread) {
  const auto id = static_cast<pid_t>(thread);
  if (id == 0 || ptrace(PTRACE_SEIZE, id, nullptr, nullptr) != 0) return std::nullopt;
  const auto is_stopped = [&](siginfo_t& seen) {
    return waitid(P_PID, static_cast<id_t>(id), &seen, WSTOPPED | __WALL | WNOHANG) == 0 &&
           seen.si_pid == id;
  };
  // Who cannot be interrupted is about to end.
  bool lives = ptrace(PTRACE_INTERRUPT, id, nullptr, nullptr) == 0;
  while (lives) {
    siginfo_t seen{};
    if (is_stopped(seen)) {
      constexpr int kEventShift = 8;  // of what is told besides the signal
      return StoppedThread(program, id, seen.si_status >> kEventShift == 0 ? seen.si_status : 0);
    }
    const char state = kernel_state(program, thread);
    lives = state != 'Z' && state != '?';
    const timespec a_little{0, 50'000};
    if (lives) nanosleep(&a_little, nullptr);
  }
  hear_of_end(program, id);
  return std::nullopt;
}

StoppedThread::StoppedThread(StoppedThread&& other) noexcept
    : program_(other.program_), thread_(std::exchange(other.thread_, 0)), signal_(other.signal_) {}

StoppedThread::~StoppedThread() {
  if (thread_ == 0) return;
  // Only who was killed meanwhile cannot be let go.
  if (ptrace(PTRACE_DETACH, thread_, nullptr, static_cast<long>(signal_)) != 0)
    hear_of_end(program_, thread_);
}

uint64_t StoppedThread::position() const {
  user_regs_struct registers{};
  return ptrace(PTRACE_GETREGS, thread_, nullptr, &registers) == 0 ? registers.rip : 0;
}

}  // namespace foreweave
