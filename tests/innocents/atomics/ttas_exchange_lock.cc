// A test-and-test-and-set lock: spin on a plain load, then try to get it with an exchange.
// guilty: race, atomicity: the lock is taken with a store after the load has seen it free
#include <atomic>
#include <cstdio>
#include <thread>

class TtasLock {
    std::atomic<bool> locked_{false};

public:
    void lock() noexcept
    {
        for (;;) {
            while (locked_.load(std::memory_order_relaxed))
                std::this_thread::yield();
#ifdef GUILTY
            locked_.store(true, std::memory_order_relaxed);
            return;
#else
            if (!locked_.exchange(true, std::memory_order_acquire))
                return;
#endif
        }
    }
    void unlock() noexcept { locked_.store(false, std::memory_order_release); }
};

static TtasLock lock_;
static int stock = 0;

int main()
{
    auto deliver = [](int n) {
        for (int i = 0; i < 5; ++i) {
            lock_.lock();
            stock += n;
            lock_.unlock();
        }
    };
    std::thread a(deliver, 2), b(deliver, 3);
    a.join();
    b.join();
    std::printf("stock %d\n", stock);
    return 0;
}
