// Several producers raise relaxed flags after a release fence; the consumer polls them all and needs one acquire fence.
// guilty: race: the acquire fence is missing
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

constexpr int n = 3;
static std::atomic<bool> flags[n];
static long results[n];

int main()
{
    std::vector<std::thread> producers;
    for (int i = 0; i < n; ++i)
        producers.emplace_back([i] {
            results[i] = 100 + i;
            std::atomic_thread_fence(std::memory_order_release);
            flags[i].store(true, std::memory_order_relaxed);
        });

    for (int i = 0; i < n; ++i)
        while (!flags[i].load(std::memory_order_relaxed))
            std::this_thread::yield();
#ifndef GUILTY
    std::atomic_thread_fence(std::memory_order_acquire);
#endif
    long sum = 0;
    for (long r : results)
        sum += r;

    for (auto& p : producers)
        p.join();
    std::cout << sum << '\n';
    return sum == 303 ? 0 : 1;
}
