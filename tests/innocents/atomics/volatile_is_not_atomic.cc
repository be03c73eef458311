// A worker counts its rounds until an atomic flag tells it to stop, and always makes at least one.
// guilty: race: the flag is volatile
#include <atomic>
#include <cstdio>
#include <thread>

#ifdef GUILTY
static volatile bool stop = false;
#else
static std::atomic<bool> stop{false};
#endif

int main()
{
    int rounds = 0;
    std::thread worker([&] {
        do {
            ++rounds;
            std::this_thread::yield();
        } while (!stop);
    });
    stop = true;
    worker.join();
    std::printf("%s\n", rounds > 0 ? "worked" : "idle");
    return rounds > 0 ? 0 : 1;
}
