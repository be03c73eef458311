// Waiters count how often they looked, and the counts are added up in the end.
// guilty: race: the flag is set and read with relaxed order, so nothing orders the message
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#ifdef GUILTY
constexpr auto kLook = std::memory_order_relaxed, kTell = std::memory_order_relaxed;
#else
constexpr auto kLook = std::memory_order_acquire, kTell = std::memory_order_release;
#endif

int main() {
    std::atomic<bool> told{false};
    std::string message;
    long looks[2] = {};
    size_t lengths[2] = {};
    std::thread waiters[2];
    for (int i = 0; i < 2; ++i)
        waiters[i] = std::thread([&, i] {
            long mine = 0;
            while (!told.load(kLook)) ++mine;
            looks[i] = mine;
            lengths[i] = message.size();
        });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    message = "come";
    told.store(true, kTell);
    for (auto& w : waiters) w.join();
    std::printf("%d %d\n", looks[0] + looks[1] >= 0, lengths[0] + lengths[1] <= 8);
}
