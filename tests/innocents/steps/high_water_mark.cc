// A level that only one thread sets, and others look at twice.
// guilty: race: the level is a plain number
#include <atomic>
#include <cstdio>
#include <thread>

#ifdef GUILTY
static int level;
#else
static std::atomic<int> level{0};
#endif

int main() {
    bool fell = false;
    int last = 0;
    std::thread pump([] { for (int i = 1; i <= 8; ++i) level = i; });
    std::thread gauge([&] {
        int before = level;
        for (int i = 0; i < 4; ++i) {
            const int now = level;
            fell |= now < before;
            before = now;
        }
        last = before;
    });
    pump.join();
    gauge.join();
    std::puts(fell ? "odd" : "it only rose");
    return fell || last > 8;
}
