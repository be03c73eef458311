// How far a long job is, told by those who do it and read now and then by whoever shows it. It may
// have to end at some time, done or not.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace foreweave {

class Meter {
 public:
  void start(uint64_t total) {
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  void reach(uint64_t done) { done_.store(done, std::memory_order_relaxed); }
  void advance() { done_.fetch_add(1, std::memory_order_relaxed); }

  // Before the job is begun.
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> deadline) {
    deadline_ = deadline;
  }
  bool time_is_over() const { return deadline_ && std::chrono::steady_clock::now() > *deadline_; }

  uint64_t done() const { return done_.load(std::memory_order_relaxed); }
  // 0 if nobody knows.
  uint64_t total() const { return total_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> done_ = 0, total_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

}  // namespace foreweave
