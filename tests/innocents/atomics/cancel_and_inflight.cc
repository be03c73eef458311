// Workers stop early when the cancel flag is set; an in-flight counter tells main when it may touch their results.
// guilty: race: main waits only for the cancel flag it has set itself, not for the counter
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

int main()
{
    constexpr int n = 3;
    std::atomic<bool> cancelled{false};
    std::atomic<int> in_flight{n};
    std::vector<int> done(n, 0);

    std::vector<std::thread> workers;
    for (int w = 0; w < n; ++w)
        workers.emplace_back([&, w] {
            do {
                ++done[w];
                std::this_thread::yield();
            } while (done[w] < 50 && !cancelled.load(std::memory_order_relaxed));
            in_flight.fetch_sub(1, std::memory_order_release);
        });

    cancelled.store(true, std::memory_order_relaxed);
#ifdef GUILTY
    while (!cancelled.load(std::memory_order_acquire))
#else
    while (in_flight.load(std::memory_order_acquire) != 0)
#endif
        std::this_thread::yield();

    int total = 0;
    for (int d : done)
        total += d;
    for (auto& w : workers)
        w.join();
    std::cout << (total <= 150 ? "fine\n" : "odd\n");
}
