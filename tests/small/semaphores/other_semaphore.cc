// Producer and consumer each release a semaphore, but the reader acquires its own.
#include <cstdio>
#include <semaphore>
#include <thread>

static std::binary_semaphore written(0), wanted(1);
static int item;

int main() {
  std::thread producer([] {
    item = 5;  // RACE
    written.release();
  });
  wanted.acquire();
  int seen = item;  // RACE
  producer.join();
  std::printf("%d\n", seen);
}
