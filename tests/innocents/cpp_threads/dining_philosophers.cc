// Three philosophers eat once; each takes the lower numbered fork first.
// guilty: deadlock: each takes the left fork first, the last one too
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int seats = 3;
static std::mutex forks[seats];
static int meals[seats];

static void dine(int seat)
{
    int left = seat, right = (seat + 1) % seats;
#ifdef GUILTY
    int first = left, second = right;
#else
    int first = std::min(left, right), second = std::max(left, right);
#endif
    std::lock_guard<std::mutex> one(forks[first]);
    std::lock_guard<std::mutex> two(forks[second]);
    ++meals[seat];
}

int main()
{
    std::vector<std::thread> philosophers;
    for (int s = 0; s < seats; ++s)
        philosophers.emplace_back(dine, s);
    for (auto& p : philosophers)
        p.join();
    std::printf("meals: %d %d %d\n", meals[0], meals[1], meals[2]);
    return 0;
}
