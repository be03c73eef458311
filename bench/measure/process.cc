#include "bench/measure/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "bench/measure/measure.h"

namespace foreweave {

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& output,
                         const std::string& complaints) {
  setpgid(0, 0);
  const auto redirect = [](const char* path, int flags, int to) {
    const int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd < 0 || dup2(fd, to) < 0) _exit(127);
  };
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(complaints.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

// The most that the process held in its memory since it was exec'ed; 0 if it is gone.
// (Not ru_maxrss: that counts what the process held before exec, a copy of this one.)
uint64_t high_water_mark(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  return 0;
}

pid_t only_child(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  pid_t child = 0;
  children >> child;
  return child;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// False if it had to be killed.
bool await(pid_t process, unsigned limit_seconds, WatchMemory watch, uint64_t& peak_bytes) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  const StopWatch clock;
  bool ended = false;
  while (!ended && clock.wall_seconds() < limit_seconds) {
    if (watch != WatchMemory::none) {
      const pid_t watched = watch == WatchMemory::own ? process : only_child(process);
      if (watched > 0) peak_bytes = std::max(peak_bytes, high_water_mark(watched));
    }
    pollfd event{handle, POLLIN, 0};
    const timespec wait{watch == WatchMemory::none ? 1 : 0,
                        watch == WatchMemory::none ? 0 : 500'000};
    ended = ppoll(&event, 1, &wait, nullptr) > 0;
  }
  close(handle);
  if (!ended) kill(-process, SIGKILL);
  return ended;
}

}  // namespace

ProcessRun run_process(const std::vector<std::string>& command, const std::string& scratch,
                       unsigned limit_seconds, WatchMemory watch) {
  const std::string output = scratch + "/stdout", complaints = scratch + "/stderr";
  ProcessRun run;
  const StopWatch clock;
  const pid_t process = fork();
  if (process == 0) become(command, output, complaints);
  if (process < 0) {
    run.end = "could not be started";
    return run;
  }
  const bool in_time = await(process, limit_seconds, watch, run.peak_bytes);
  int status = 0;
  rusage usage{};
  while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  run.wall_seconds = clock.wall_seconds();
  run.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.most_resident_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  run.good = in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  run.end = !in_time              ? "took too long"
            : WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                  : fmt::format("exit status {}", WEXITSTATUS(status));
  run.output = contents(output);
  run.complaints = contents(complaints);
  return run;
}

}  // namespace foreweave
