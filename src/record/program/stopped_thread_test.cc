#include "record/program/stopped_thread.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>

namespace foreweave {
namespace {

using ThreadNumber = std::atomic<pid_t>;
static_assert(ThreadNumber::is_always_lock_free);

void* spin(void* told) {
  static_cast<ThreadNumber*>(told)->store(static_cast<pid_t>(syscall(SYS_gettid)));
  for (;;) asm volatile("pause");
}

// A program of two threads, one of which waits for the other, which spins.
class SpinningProgram {
 public:
  SpinningProgram() {
    void* const shared = mmap(nullptr, sizeof(ThreadNumber), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    thread_ = new (shared) ThreadNumber(0);
    id_ = fork();
    if (id_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      pthread_t thread;
      if (pthread_create(&thread, nullptr, spin, thread_) != 0) _exit(1);
      pthread_join(thread, nullptr);
      _exit(0);
    }
    while (id_ > 0 && thread_->load() == 0) usleep(100);
  }
  ~SpinningProgram() { munmap(thread_, sizeof(ThreadNumber)); }

  pid_t id() const { return id_; }
  uint32_t thread() const { return static_cast<uint32_t>(thread_->load()); }
  void kill_it() const { kill(id_, SIGKILL); }
  // Whether its end is told.
  bool ends() const {
    for (int i = 0; i < 10'000; ++i) {
      int status = 0;
      if (waitpid(id_, &status, WNOHANG) == id_) return WIFSIGNALED(status);
      usleep(1'000);
    }
    return false;
  }

 private:
  ThreadNumber* thread_ = nullptr;
  pid_t id_ = 0;
};

TEST(StoppedThread, TellsWhereItIsAndGoesOn) {
  const SpinningProgram program;
  {
    const std::optional<StoppedThread> stopped =
        StoppedThread::stop(program.id(), program.thread());
    if (!stopped) GTEST_SKIP() << "nobody may stop a thread here";
    EXPECT_NE(stopped->position(), 0u);
  }
  program.kill_it();
  EXPECT_TRUE(program.ends());
}

// The program has ended for everybody only when who stopped its thread has heard of that.
TEST(StoppedThread, DoesNotKeepAProgramThatIsKilledMeanwhile) {
  const SpinningProgram program;
  {
    const std::optional<StoppedThread> stopped =
        StoppedThread::stop(program.id(), program.thread());
    if (!stopped) GTEST_SKIP() << "nobody may stop a thread here";
    program.kill_it();
  }
  EXPECT_TRUE(program.ends());
}

TEST(StoppedThread, DoesNotKeepAProgramThatIsKilledBefore) {
  const SpinningProgram program;
  program.kill_it();
  const std::optional<StoppedThread> stopped = StoppedThread::stop(program.id(), program.thread());
  EXPECT_FALSE(stopped);
  EXPECT_TRUE(program.ends());
}

}  // namespace
}  // namespace foreweave
