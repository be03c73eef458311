// Squares are looked up, computed without the lock, and kept; who is second keeps the same again.
// guilty: race: the result is kept without the lock
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, long> known;

static long square(int n) {
    {
        std::lock_guard<std::mutex> guard(mutex);
        if (const auto it = known.find(n); it != known.end()) return it->second;
    }
    const long result = static_cast<long>(n) * n;
#ifndef GUILTY
    std::lock_guard<std::mutex> guard(mutex);
#endif
    return known[n] = result;
}

int main() {
    long sums[2] = {0, 0};
    auto work = [&](int me) { for (int i = 1; i <= 4; ++i) sums[me] += square(i); };
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    std::printf("%ld %ld, %zu known\n", sums[0], sums[1], known.size());
    return sums[0] == 30 && sums[1] == 30 ? 0 : 1;
}
