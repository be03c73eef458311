// A worker publishes how many elements are finished with release; the watcher may read exactly that prefix.
// guilty: race: the progress is stored with relaxed
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

int main()
{
    constexpr int n = 12;
    std::vector<long> fib(n);
    std::atomic<int> finished{0};
#ifdef GUILTY
    constexpr auto order = std::memory_order_relaxed;
#else
    constexpr auto order = std::memory_order_release;
#endif

    std::thread worker([&] {
        for (int i = 0; i < n; ++i) {
            fib[i] = i < 2 ? i : fib[i - 1] + fib[i - 2];
            finished.store(i + 1, order);
        }
    });

    long latest = 0;
    for (int seen = 0; seen < n;) {
        seen = finished.load(std::memory_order_acquire);
        if (seen > 0)
            latest = fib[seen - 1];
        std::this_thread::yield();
    }
    worker.join();
    std::cout << "fib(" << n - 1 << ") = " << latest << '\n';
    return latest == 89 ? 0 : 1;
}
