// Measuring tools: medians, pinning, jobs in processes of their own, a temporary folder.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace foreweave {

struct Spread {
  double median = 0, least = 0, most = 0;
};
Spread spread(std::vector<double> samples);  // of at least one sample

// Processor time of this process, all its threads, user and system: on an idle machine the same as
// the wall clock for a job on one CPU, on a busy one what the wall clock would have been.
class StopWatch {
 public:
  StopWatch();
  double seconds() const;
  double kernel_seconds() const;  // of these, in the kernel; as exact as its clock ticks
  double wall_seconds() const;

 private:
  double cpu_, kernel_, wall_;
};

// This process and its children stay on `cpu`, or on the one it runs on now if that is negative.
// Gives the CPU, or -1 if the system refused.
int pin_to_cpu(int cpu);

enum class ChildEnd : uint8_t { done, timed_out, failed };

struct ChildReport {
  ChildEnd end = ChildEnd::failed;
  uint64_t peak_bytes = 0;  // resident
};

// Runs `job` in a forked process, which fills `result` and ends. A job that takes longer than
// `limit_seconds` of processor time is ended. The peak includes what this process holds when it
// forks, so it must hold little.
ChildReport run_in_child_bytes(const std::function<void()>& job, std::span<uint8_t> result,
                               unsigned limit_seconds);

template <class T>
ChildReport run_in_child(const std::function<void(T&)>& job, T& result, unsigned limit_seconds) {
  static_assert(std::is_trivially_copyable_v<T>, "it travels through a pipe");
  const std::span<uint8_t> bytes(reinterpret_cast<uint8_t*>(&result), sizeof(T));
  return run_in_child_bytes([&] { job(result); }, bytes, limit_seconds);
}

// Touches and gives back this much memory. A virtual machine may get its memory from its host only
// when it is first touched, at many times the price of a page fault, and return it when it was free
// for a while: without this, the clock measures the host.
void warm_memory(uint64_t bytes);

// A new folder under $TMPDIR or /tmp, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // empty if it could not be made

 private:
  std::string path_;
};

}  // namespace foreweave
