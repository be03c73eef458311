// A job tells by a relaxed flag that it is done, and who waits for that frees its memory.
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<bool> done;

int main()
{
    int *result = static_cast<int *>(malloc(sizeof(int)));
    std::thread job([result] {
        *result = 42; // RACE
        done.store(true, std::memory_order_relaxed);
    });
    std::thread cleaner([result] {
        while (!done.load(std::memory_order_relaxed))
            std::this_thread::yield();
        free(result); // RACE
    });
    job.join();
    cleaner.join();
    return 0;
}
