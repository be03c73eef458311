// Each worker stores a partial result and counts a join counter down; who brings it to zero adds everything up.
// guilty: race: the join counter is decremented with relaxed
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

int main()
{
    constexpr int n = 4;
    std::atomic<int> pending{n};
    std::vector<int> partial(n, 0);
    int total = 0;

    auto worker = [&](int id) {
        for (int k = 0; k < 10; ++k)
            partial[id] += id * 10 + k;
#ifdef GUILTY
        const int before = pending.fetch_sub(1, std::memory_order_relaxed);
#else
        const int before = pending.fetch_sub(1, std::memory_order_acq_rel);
#endif
        if (before == 1)
            for (int p : partial)
                total += p;
    };
    std::vector<std::thread> threads;
    for (int id = 0; id < n; ++id)
        threads.emplace_back(worker, id);
    for (auto& t : threads)
        t.join();
    std::printf("total %d\n", total);
    return total == 780 ? 0 : 1;
}
