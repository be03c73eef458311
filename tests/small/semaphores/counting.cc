// Four jobs share two seats that a counting semaphore hands out; the seats are chosen under a mutex.
#include <cstdio>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

static std::counting_semaphore<2> seats(2);
static std::mutex mutex;
static bool taken[2];
static int work_done[2];

static void job() {
  seats.acquire();
  int seat;
  {
    std::lock_guard<std::mutex> guard(mutex);
    seat = taken[0] ? 1 : 0;
    taken[seat] = true;
  }
  work_done[seat] += 1;
  {
    std::lock_guard<std::mutex> guard(mutex);
    taken[seat] = false;
  }
  seats.release();
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(job);
  for (auto& t : threads) t.join();
  std::printf("%d\n", work_done[0] + work_done[1]);
  return work_done[0] + work_done[1] == 4 ? 0 : 1;
}
