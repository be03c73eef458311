// A relaxed stop flag ends the worker; what it has gathered is read after the join.
// guilty: race: it is read after the flag is set and before the join
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

static std::atomic<bool> stop{false};
static std::string gathered;

static void worker()
{
    for (int i = 0; i < 20; ++i) {
        gathered += static_cast<char>('a' + i);
        if (stop.load(std::memory_order_relaxed))
            break;
        std::this_thread::yield();
    }
}

int main()
{
    gathered.reserve(64);
    std::thread t(worker);
    stop.store(true, std::memory_order_relaxed);
#ifdef GUILTY
    std::printf("gathered %zu\n", gathered.size());
    t.join();
#else
    t.join();
    std::printf("gathered %zu\n", gathered.size());
#endif
    return 0;
}
