// Relaxed counters are enough for statistics that are read after the join.
// guilty: race: one of the counters is a plain integer
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

struct Statistics {
    std::atomic<long> requests{0};
    std::atomic<long> errors{0};
#ifdef GUILTY
    long bytes = 0;
#else
    std::atomic<long> bytes{0};
#endif
};

static void handle(Statistics& s, int size)
{
    s.requests.fetch_add(1, std::memory_order_relaxed);
    if (size == 0)
        s.errors.fetch_add(1, std::memory_order_relaxed);
    s.bytes += size;
}

int main()
{
    Statistics stats;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&stats] {
            for (int size : {100, 0, 250, 40})
                handle(stats, size);
        });
    for (auto& t : threads)
        t.join();
    std::printf("%ld requests, %ld errors, %ld bytes\n", stats.requests.load(), stats.errors.load(),
                static_cast<long>(stats.bytes));
    return stats.requests == 12 && stats.errors == 3 ? 0 : 1;
}
