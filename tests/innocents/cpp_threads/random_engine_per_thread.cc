// Monte Carlo dice: every thread has its own random engine.
// guilty: race: the engine is one static for all
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

static int roll()
{
#ifdef GUILTY
    static std::minstd_rand engine(12345);
#else
    thread_local std::minstd_rand engine(12345);
#endif
    return std::uniform_int_distribution<int>(1, 6)(engine);
}

int main()
{
    std::vector<int> totals(3);
    std::vector<std::thread> players;
    for (int p = 0; p < 3; ++p)
        players.emplace_back([&totals, p] {
            int sum = 0;
            for (int i = 0; i < 20; ++i)
                sum += roll();
            totals[p] = sum;
        });
    for (auto& t : players)
        t.join();
    for (int t : totals)
        if (t < 20 || t > 120)
            return 1;
    std::printf("totals %d %d %d\n", totals[0], totals[1], totals[2]);
}
