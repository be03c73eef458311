#include "record/stopped_thread.h"

#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include <utility>

#include "record/kernel_state.h"

namespace foreweave {

std::optional<StoppedThread> StoppedThread::stop(pid_t program, uint32_t thread) {
  const auto id = static_cast<pid_t>(thread);
  if (id == 0 || ptrace(PTRACE_SEIZE, id, nullptr, nullptr) != 0) return std::nullopt;
  if (ptrace(PTRACE_INTERRUPT, id, nullptr, nullptr) != 0) return std::nullopt;
  // How it ends, if it does, is for others to hear: only stops are taken.
  for (;;) {
    siginfo_t seen{};
    if (waitid(P_PID, static_cast<id_t>(id), &seen, WSTOPPED | __WALL | WNOHANG) != 0) return std::nullopt;
    if (seen.si_pid == id) {
      constexpr int kEventShift = 8;  // of what is told besides the signal
      return StoppedThread(id, seen.si_status >> kEventShift == 0 ? seen.si_status : 0);
    }
    if (const char state = kernel_state(program, thread); state == 'Z' || state == '?') return std::nullopt;
    const timespec a_little{0, 50'000};
    nanosleep(&a_little, nullptr);
  }
}

StoppedThread::StoppedThread(StoppedThread&& other) noexcept
    : thread_(std::exchange(other.thread_, 0)), signal_(other.signal_) {}

StoppedThread::~StoppedThread() {
  if (thread_ != 0) ptrace(PTRACE_DETACH, thread_, nullptr, static_cast<long>(signal_));
}

uint64_t StoppedThread::position() const {
  user_regs_struct registers{};
  return ptrace(PTRACE_GETREGS, thread_, nullptr, &registers) == 0 ? registers.rip : 0;
}

}  // namespace foreweave
