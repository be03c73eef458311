#include "bench/measure/measure.h"

#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "base/check.h"

namespace foreweave {

Spread spread(std::vector<double> samples) {
  CHECK(!samples.empty(), "the spread of nothing");
  std::sort(samples.begin(), samples.end());
  const size_t n = samples.size();
  const double median = n % 2 == 1 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  return {median, samples.front(), samples.back()};
}

namespace {
double clock_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double kernel_seconds_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_stime.tv_usec) * 1e-6;
}
}  // namespace

StopWatch::StopWatch()
    : cpu_(clock_seconds(CLOCK_PROCESS_CPUTIME_ID)),
      kernel_(kernel_seconds_so_far()),
      wall_(clock_seconds(CLOCK_MONOTONIC)) {}
double StopWatch::kernel_seconds() const { return kernel_seconds_so_far() - kernel_; }
double StopWatch::seconds() const { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_; }
double StopWatch::wall_seconds() const { return clock_seconds(CLOCK_MONOTONIC) - wall_; }

int pin_to_cpu(int cpu) {
  if (cpu < 0) cpu = sched_getcpu();
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu < 0 || cpu >= CPU_SETSIZE) return -1;
  CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof(set), &set) == 0 ? cpu : -1;
}

namespace {

// Ends the child when it has used too much processor time. (Not RLIMIT_CPU: while that is on, the
// kernel counts the process's time in whole ticks.)
bool read_fully(int fd, std::span<uint8_t> bytes, pid_t child, unsigned limit_seconds) {
  clockid_t clock;
  const bool can_time = clock_getcpuclockid(child, &clock) == 0;
  while (!bytes.empty()) {
    pollfd ready{fd, POLLIN, 0};
    if (poll(&ready, 1, 200) == 0) {
      if (can_time && clock_seconds(clock) > limit_seconds) kill(child, SIGXCPU);
      continue;
    }
    const ssize_t n = read(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

bool write_fully(int fd, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

ChildReport run_in_child_bytes(const std::function<void()>& job, std::span<uint8_t> result,
                               unsigned limit_seconds) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    job();
    _exit(write_fully(ends[1], result) ? 0 : 1);
  }
  close(ends[1]);
  ChildReport report;
  const bool have_result = child > 0 && read_fully(ends[0], result, child, limit_seconds);
  close(ends[0]);
  if (child < 0) return report;
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  report.peak_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    report.end = ChildEnd::timed_out;
  else if (have_result && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    report.end = ChildEnd::done;
  return report;
}

void warm_memory(uint64_t bytes) {
  constexpr size_t kSmallestPage = 4096;
  if (bytes == 0) return;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  madvise(memory, bytes, MADV_HUGEPAGE);
  for (size_t at = 0; at < bytes; at += kSmallestPage)
    static_cast<volatile uint8_t*>(memory)[at] = 1;
  munmap(memory, bytes);
}

TemporaryFolder::TemporaryFolder() {
  const char* parent = std::getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : "/tmp") + "/foreweave-bench-XXXXXX";
  if (mkdtemp(name.data())) path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace foreweave
