// Lazy initialisation without a lock: every comer builds a copy, one wins the compare-exchange, the losers delete theirs.
// guilty: race: the winner's compare-exchange is relaxed, so its object is not published properly
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

struct Lookup {
    std::vector<int> cubes;
    Lookup()
    {
        for (int i = 0; i < 8; ++i)
            cubes.push_back(i * i * i);
    }
};

static std::atomic<Lookup*> lookup{nullptr};

static const Lookup& get()
{
#ifdef GUILTY
    constexpr auto success = std::memory_order_relaxed;
#else
    constexpr auto success = std::memory_order_release;
#endif
    Lookup* p = lookup.load(std::memory_order_acquire);
    if (!p) {
        Lookup* mine = new Lookup;
        if (lookup.compare_exchange_strong(p, mine, success, std::memory_order_acquire))
            p = mine;
        else
            delete mine;
    }
    return *p;
}

int main()
{
    int sum[3] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&sum, t] { sum[t] = get().cubes[t + 1]; });
    for (auto& t : threads)
        t.join();
    delete lookup.load();
    std::printf("%d\n", sum[0] + sum[1] + sum[2]);
    return 0;
}
