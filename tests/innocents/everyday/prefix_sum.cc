// Parallel prefix sum in two phases with a barrier in between.
// guilty: race: there is no barrier between the phases
#include <barrier>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

constexpr int threads = 3, per_thread = 8;

int main() {
    std::vector<int> values(threads * per_thread);
    std::iota(values.begin(), values.end(), 1);
    std::vector<int> block_sum(threads);
    std::barrier sync(threads);

    auto work = [&](int me) {
        auto begin = values.begin() + me * per_thread, end = begin + per_thread;
        std::partial_sum(begin, end, begin);
        block_sum[me] = end[-1];
#ifndef GUILTY
        sync.arrive_and_wait();
#endif
        int before = std::accumulate(block_sum.begin(), block_sum.begin() + me, 0);
        for (auto it = begin; it != end; ++it) *it += before;
    };
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) pool.emplace_back(work, i);
    for (auto& t : pool) t.join();

    std::printf("last %d\n", values.back());
    return values[per_thread - 1] != 36;
}
