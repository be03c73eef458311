// Waits for two workers with one loop that looks at both of their flags.
// guilty: race: the second worker sets its flag first and then its part
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

static std::atomic<bool> first_done{false}, second_done{false};
static int first_part, second_part;

static bool both_done() {
    return first_done.load(std::memory_order_acquire) && second_done.load(std::memory_order_acquire);
}

int main() {
    std::thread first([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        first_part = 1;
        first_done.store(true, std::memory_order_release);
    });
    std::thread second([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
#ifdef GUILTY
        second_done.store(true, std::memory_order_release);
        second_part = 2;
#else
        second_part = 2;
        second_done.store(true, std::memory_order_release);
#endif
    });
    while (!both_done()) {
    }
    const int sum = first_part + second_part;
    first.join();
    second.join();
    std::printf("%d\n", sum > 0);
}
