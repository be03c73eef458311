#include "base/parallel.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "base/check.h"

namespace foreweave {

namespace {

struct Shared {
  size_t count;
  const std::function<void(unsigned, size_t)>& piece;
  std::atomic<size_t> next{0};
};

struct Worker {
  Shared* shared;
  unsigned number;
  pthread_t thread;

  void work() {
    for (size_t i; (i = shared->next.fetch_add(1)) < shared->count;) shared->piece(number, i);
  }
};

void* start(void* worker) {
  static_cast<Worker*>(worker)->work();
  return nullptr;
}

}  // namespace

unsigned available_cpus() { return std::max(1u, std::thread::hardware_concurrency()); }

void for_each_piece(size_t count, unsigned workers,
                    const std::function<void(unsigned, size_t)>& piece) {
  CHECK(workers > 0, "somebody has to work");
  Shared shared{count, piece};
  std::vector<Worker> others;
  others.reserve(workers);  // a started thread keeps a pointer into it
  // Not std::thread: it throws when the system refuses, and this library cannot catch.
  for (unsigned n = 1; n < workers && n < count; ++n) {
    Worker& worker = others.emplace_back(Worker{&shared, n, {}});
    if (pthread_create(&worker.thread, nullptr, start, &worker) == 0) continue;
    others.pop_back();
    break;
  }
  Worker{&shared, 0, {}}.work();
  for (Worker& worker : others) {
    const int error = pthread_join(worker.thread, nullptr);
    CHECK(error == 0, "a worker cannot be joined");
  }
}

}  // namespace foreweave
