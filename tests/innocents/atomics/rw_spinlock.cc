// A reader-writer spin lock in one integer: the number of readers, or -1 for a writer.
// guilty: race: a reader leaves with relaxed, so the next writer is not ordered after its reads
#include <atomic>
#include <iostream>
#include <thread>

class RwSpinLock {
    std::atomic<int> state_{0};

public:
    void lock()
    {
        int free = 0;
        while (!state_.compare_exchange_weak(free, -1, std::memory_order_acquire, std::memory_order_relaxed)) {
            free = 0;
            std::this_thread::yield();
        }
    }
    void unlock() { state_.store(0, std::memory_order_release); }
    void lock_shared()
    {
        int n = state_.load(std::memory_order_relaxed);
        for (;;) {
            if (n < 0)
                n = state_.load(std::memory_order_relaxed);
            else if (state_.compare_exchange_weak(n, n + 1, std::memory_order_acquire, std::memory_order_relaxed))
                return;
        }
    }
    void unlock_shared()
    {
#ifdef GUILTY
        state_.fetch_sub(1, std::memory_order_relaxed);
#else
        state_.fetch_sub(1, std::memory_order_release);
#endif
    }
};

int main()
{
    RwSpinLock lock;
    int low = 0, high = 0, gaps[2] = {0, 0};
    auto reader = [&](int& gap) {
        for (int i = 0; i < 5; ++i) {
            lock.lock_shared();
            gap += high - low;
            lock.unlock_shared();
        }
    };
    std::thread r1(reader, std::ref(gaps[0])), r2(reader, std::ref(gaps[1]));
    for (int i = 1; i <= 5; ++i) {
        lock.lock();
        low = high = i;
        lock.unlock();
        std::this_thread::yield();
    }
    r1.join(), r2.join();
    std::cout << gaps[0] + gaps[1] << '\n';
}
