// The repaired twin of reader_writer_cache.cc: a look-up that misses gives the shared lock back and
// fills the entry with the lock held exclusively, after looking again.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

using std::chrono::milliseconds;

int collatz_length(long n) {
  int steps = 1;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

class Cache {
 public:
  int length_of(long n) {
    Entry& entry = entries_[n % kEntries];
    {
      const std::shared_lock lock(mutex_);
      if (entry.key == n) return entry.length;
    }
    const std::unique_lock lock(mutex_);
    if (entry.key != n) {
      misses_.fetch_add(1, std::memory_order_relaxed);
      entry.key = n;
      entry.length = collatz_length(n);
    }
    return entry.length;
  }

  void forget(long n) {
    const std::unique_lock lock(mutex_);
    Entry& entry = entries_[n % kEntries];
    if (entry.key == n) entry.key = 0;
  }

  int misses() const { return misses_.load(std::memory_order_relaxed); }

 private:
  static constexpr long kEntries = 64;
  struct Entry {
    long key = 0;  // of no number
    int length = 0;
  };

  std::shared_mutex mutex_;
  Entry entries_[kEntries];
  std::atomic<int> misses_ = 0;
};

// How many of the answers are wrong.
int read_all(Cache& cache, milliseconds start) {
  std::this_thread::sleep_for(start);
  int wrong = 0;
  for (long n = 1; n <= 48; ++n) wrong += cache.length_of(n) != collatz_length(n);
  return wrong;
}

int main() {
  Cache cache;
  int wrong_early = 0, wrong_late = 0;
  std::thread early([&] { wrong_early = read_all(cache, milliseconds(0)); });
  std::thread cleaner([&] {
    std::this_thread::sleep_for(milliseconds(60));
    cache.forget(48);
  });
  std::thread late([&] { wrong_late = read_all(cache, milliseconds(120)); });
  early.join();
  cleaner.join();
  late.join();

  const int wrong = wrong_early + wrong_late;
  std::printf("96 look-ups, %d misses, %d wrong\n", cache.misses(), wrong);
  return wrong == 0 ? 0 : 1;
}
