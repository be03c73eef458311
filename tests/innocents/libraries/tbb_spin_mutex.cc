// oneTBB: two requests each run a parallel reduction and record the result under a spin mutex.
// guilty: race: the result is recorded without the mutex
// missed: a library that was not recorded may order it
// flags: -ltbb
// packages: libtbb-dev
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/spin_mutex.h>

static tbb::spin_mutex record_mutex;
static std::vector<int> records;

static void request(int from, int to) {
    int sum = tbb::parallel_reduce(
        tbb::blocked_range<int>(from, to, 8), 0,
        [](const tbb::blocked_range<int>& r, int s) {
            for (int i = r.begin(); i != r.end(); ++i) s += i * i % 13;
            return s;
        },
        std::plus<int>());
    tbb::spin_mutex::scoped_lock lock;
#ifndef GUILTY
    lock.acquire(record_mutex);
#endif
    records.push_back(sum);
}

int main() {
    records.reserve(4);
    std::thread a(request, 0, 40), b(request, 40, 80);
    a.join();
    b.join();
    for (int r : records) std::printf("%d ", r);
    std::puts("");
    return records.empty();
}
