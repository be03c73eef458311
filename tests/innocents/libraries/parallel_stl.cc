// Two threads use a parallel algorithm of the standard library, which runs on oneTBB.
// guilty: race: the largest value is noted without the lock
// missed: a library that was not recorded may order it
// flags: -ltbb
// packages: libtbb-dev
#include <cstdio>
#include <execution>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

static std::mutex best_mutex;
static int best = 0;

static void search(int from) {
    std::vector<int> numbers(40);
    std::iota(numbers.begin(), numbers.end(), from);
    std::for_each(std::execution::par, numbers.begin(), numbers.end(), [](int& n) { n = n * n % 1009; });
    int mine = std::reduce(std::execution::par, numbers.begin(), numbers.end(), 0,
                           [](int a, int b) { return a > b ? a : b; });
#ifdef GUILTY
    best_mutex.lock();
    best_mutex.unlock();
#else
    std::lock_guard<std::mutex> guard(best_mutex);
#endif
    if (mine > best) best = mine;
}

int main() {
    std::thread a(search, 1), b(search, 500);
    a.join();
    b.join();
    std::printf("best %d\n", best);
    return best == 0;
}
