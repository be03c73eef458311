// A limit is copied under the lock and the copy is used, twice, after it.
// guilty: race: the second use reads the shared limit again
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex m;
static int limit = 10;

static int squeeze(int x) {
    int l;
    {
        std::lock_guard<std::mutex> guard(m);
        l = limit;
    }
    if (x <= l) return x;
#ifdef GUILTY
    return limit;
#else
    return l;
#endif
}

int main() {
    int sum = 0;
    std::thread worker([&sum] {
        for (int x = 5; x < 40; x += 5) sum += squeeze(x);
    });
    std::thread tuner([] {
        for (int i = 11; i < 16; ++i) {
            std::lock_guard<std::mutex> guard(m);
            limit = i;
        }
    });
    worker.join();
    tuner.join();
    std::printf("sum %d\n", sum);
    return sum < 65;
}
