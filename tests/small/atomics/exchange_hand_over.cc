// An atomic exchange takes a job away, so that exactly one of two threads has it.
#include <atomic>
#include <cstdio>
#include <thread>

struct Job {
  int input = 0, output = 0;
};

int main() {
  Job job;
  std::atomic<Job*> next{nullptr};
  std::atomic<int> done{0};
  auto work = [&] {
    while (done.load() == 0) {
      if (Job* mine = next.exchange(nullptr)) {
        mine->output = mine->input * 2;
        done.store(1);
      }
      std::this_thread::yield();
    }
  };
  std::thread a(work), b(work);
  job.input = 21;
  next.store(&job);
  a.join();
  b.join();
  std::printf("%d\n", job.output);
  return job.output == 42 ? 0 : 1;
}
