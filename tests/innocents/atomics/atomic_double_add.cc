// Adding to an atomic<double> from several threads with a compare-exchange loop.
// guilty: atomicity: the sum is loaded and stored
#include <atomic>
#include <cmath>
#include <iostream>
#include <thread>
#include <vector>

static void add(std::atomic<double>& sum, double x)
{
#ifdef GUILTY
    sum.store(sum.load(std::memory_order_relaxed) + x, std::memory_order_relaxed);
#else
    double old = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(old, old + x, std::memory_order_relaxed))
        ;
#endif
}

int main()
{
    std::atomic<double> energy{0.0};
    std::vector<std::thread> threads;
    for (int t = 1; t <= 3; ++t)
        threads.emplace_back([&energy, t] {
            for (int i = 0; i < 4; ++i)
                add(energy, 0.25 * t);
        });
    for (auto& t : threads)
        t.join();
    std::cout << "energy " << energy.load() << '\n';
    return std::fabs(energy.load() - 6.0) < 1e-9 ? 0 : 1;
}
