// oneTBB: every thread counts in its own slot of an enumerable_thread_specific, combined at the end.
// guilty: race: all threads count in one variable
// missed: a library that was not recorded may order it
// flags: -ltbb
// packages: libtbb-dev
#include <cstdio>
#include <functional>
#include <thread>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#ifdef GUILTY
struct Slots {
    int value = 0;
    int& local() { return value; }
    int combine(std::plus<int>) { return value; }
};
#else
using Slots = tbb::enumerable_thread_specific<int>;
#endif

int main() {
    Slots hits;
    auto shoot = [&hits](int from, int to) {
        tbb::parallel_for(tbb::blocked_range<int>(from, to, 10), [&hits](const tbb::blocked_range<int>& r) {
            for (int i = r.begin(); i != r.end(); ++i)
                if (i * i % 10 < 5) ++hits.local();
        });
    };
    std::thread a(shoot, 0, 50), b(shoot, 50, 100);
    a.join();
    b.join();
    int total = hits.combine(std::plus<int>());
    std::printf("%d hits\n", total);
    return total == 0;
}
