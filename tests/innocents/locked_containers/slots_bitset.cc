// Slots of a parking lot in a std::bitset; bits of one word belong to different threads.
// guilty: race: leave() resets its own bit without the lock, but the word is shared
#include <bitset>
#include <cstdio>
#include <mutex>
#include <thread>

constexpr int kSlots = 32;
std::bitset<kSlots> taken;
std::mutex taken_mutex;

int park() {
    std::lock_guard<std::mutex> lock(taken_mutex);
    for (int i = 0; i < kSlots; i++)
        if (!taken.test(i)) {
            taken.set(i);
            return i;
        }
    return -1;
}

void leave(int slot) {
#ifndef GUILTY
    std::lock_guard<std::mutex> lock(taken_mutex);
#endif
    taken.reset(slot);
}

void driver(int trips) {
    for (int i = 0; i < trips; i++) {
        int slot = park();
        if (slot >= 0)
            leave(slot);
    }
}

int main() {
    std::thread a(driver, 6), b(driver, 6), c(driver, 6);
    a.join();
    b.join();
    c.join();
    std::printf("%zu cars left\n", taken.count());
    return taken.none() ? 0 : 1;
}
