// Stops one thread of the program for a moment, to look where it is; the others run on. Linux lets
// us do that as a debugger does, if nobody else debugs the program.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace foreweave {

class StoppedThread {
 public:
  // A thread that runs. None if it cannot be stopped.
  static std::optional<StoppedThread> stop(pid_t program, uint32_t thread);
  StoppedThread(StoppedThread&& other) noexcept;
  StoppedThread& operator=(StoppedThread&&) = delete;
  ~StoppedThread();  // it goes on

  // The address of its next instruction; 0 if that cannot be told.
  uint64_t position() const;

 private:
  StoppedThread(pid_t program, pid_t thread, int signal)
      : program_(program), thread_(thread), signal_(signal) {}
  pid_t program_, thread_;
  int signal_;  // that it was about to get; 0: none
};

}  // namespace foreweave
