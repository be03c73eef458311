// A table is made without the lock and put in place only if nobody was faster.
// guilty: race: it is put in place without the lock
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::shared_ptr<const std::vector<int>> table;

static std::shared_ptr<const std::vector<int>> get() {
    {
        std::lock_guard<std::mutex> guard(mutex);
        if (table) return table;
    }
    auto fresh = std::make_shared<const std::vector<int>>(16, 3);
#ifdef GUILTY
    table = fresh;
    return fresh;
#else
    std::lock_guard<std::mutex> guard(mutex);
    if (!table) table = fresh;
    return table;
#endif
}

int main() {
    int sums[2] = {0, 0};
    auto use = [&](int me) { const auto t = get(); for (int v : *t) sums[me] += v; };
    std::thread a(use, 0), b(use, 1);
    a.join();
    b.join();
    std::printf("%d %d\n", sums[0], sums[1]);
    return sums[0] == 48 && sums[1] == 48 ? 0 : 1;
}
