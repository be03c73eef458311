// A spin lock of an atomic_flag guards a counter and the name of who counted last.
// guilty: race: unlock() clears the flag with relaxed
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

class SpinLock {
    std::atomic_flag flag_ = ATOMIC_FLAG_INIT;

public:
    void lock()
    {
        while (flag_.test_and_set(std::memory_order_acquire))
            std::this_thread::yield();
    }
    void unlock()
    {
#ifdef GUILTY
        flag_.clear(std::memory_order_relaxed);
#else
        flag_.clear(std::memory_order_release);
#endif
    }
};

static SpinLock spin;
static int count = 0;
static char last = '-';

static void work(char name)
{
    for (int i = 0; i < 10; ++i) {
        std::lock_guard<SpinLock> guard(spin);
        ++count;
        last = name;
    }
}

int main()
{
    std::thread a(work, 'a'), b(work, 'b');
    a.join();
    b.join();
    std::printf("%d, last %c\n", count, last);
    return 0;
}
