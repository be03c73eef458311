// Four threads each sum a quarter of a vector into a slot of their own; the slots are added up after the join.
// guilty: race: every thread adds to one common total
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

int main()
{
    std::vector<int> data(400);
    std::iota(data.begin(), data.end(), 1);

    constexpr unsigned n = 4;
    std::vector<long> partial(n, 0);
    long total = 0;

    std::vector<std::thread> workers;
    for (unsigned t = 0; t < n; ++t) {
        workers.emplace_back([&, t] {
            auto first = data.begin() + t * 100;
            long sum = std::accumulate(first, first + 100, 0L);
#ifdef GUILTY
            total += sum;
#else
            partial[t] = sum;
#endif
        });
    }
    for (auto& w : workers)
        w.join();

    total += std::accumulate(partial.begin(), partial.end(), 0L);
    std::printf("total %ld\n", total);
    return total == 80200 ? 0 : 1;
}
