// Rounds that are counted, each of which waits until nobody is busy: mostly that is at once.
// guilty: race: it looks at the total before the first wait
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

static std::atomic<bool> busy{true};
static int shared_total;

int main() {
    std::thread other([] {
        shared_total = 7;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        busy.store(false, std::memory_order_release);
    });
    long rounds = 0, sum = 0;
#ifdef GUILTY
    sum += shared_total & 1;
#endif
    for (int i = 0; i < 300; ++i) {
        while (busy.load(std::memory_order_acquire)) {
        }
        ++rounds;
        sum += i & 1;
    }
    if (rounds != 300) return 1;
    const int seen = shared_total;
    other.join();
    std::printf("%ld %d\n", rounds, sum >= 150 && seen == 7);
}
