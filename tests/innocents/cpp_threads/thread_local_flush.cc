// Threads count in a thread_local object whose destructor adds the count to a global total under a mutex.
// guilty: race: the destructor does not take the mutex
#include <cstdio>
#include <mutex>
#include <thread>

namespace stats {
std::mutex mutex;
long total = 0;

struct LocalCount {
    long n = 0;
    ~LocalCount()
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex);
#endif
        total += n;
    }
};

void hit()
{
    thread_local LocalCount local;
    ++local.n;
}
} // namespace stats

int main()
{
    std::thread threads[3];
    for (auto& t : threads)
        t = std::thread([] {
            for (int i = 0; i < 20; ++i)
                stats::hit();
        });
    for (auto& t : threads)
        t.join();
    std::printf("%ld hits\n", stats::total);
    return 0;
}
