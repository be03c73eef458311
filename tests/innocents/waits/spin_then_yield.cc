// Waits as libraries do: a number of looks with a pause, then it yields, and begins again.
// guilty: race: the result is stored after it was announced
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

static std::atomic<int> ready{0};
static double result;

static void wait_until_ready() {
    int spins = 0;
    while (ready.load(std::memory_order_acquire) == 0) {
        if (++spins < 64) {
            __builtin_ia32_pause();
        } else {
            spins = 0;
            std::this_thread::yield();
        }
    }
}

int main() {
    std::thread worker([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
#ifdef GUILTY
        ready.store(1, std::memory_order_release);
        result = 2.5;
#else
        result = 2.5;
        ready.store(1, std::memory_order_release);
#endif
    });
    wait_until_ready();
    const double seen = result;
    worker.join();
    std::printf("%d\n", seen >= 0);
}
