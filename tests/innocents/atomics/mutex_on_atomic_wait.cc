// A three-state mutex (free, taken, taken with waiters) on atomic::wait and notify_one.
// guilty: race: unlock() exchanges the state with relaxed
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

class WaitMutex {
    std::atomic<int> state_{0};

public:
    void lock()
    {
        int c = 0;
        if (state_.compare_exchange_strong(c, 1, std::memory_order_acquire))
            return;
        if (c != 2)
            c = state_.exchange(2, std::memory_order_acquire);
        while (c != 0) {
            state_.wait(2, std::memory_order_relaxed);
            c = state_.exchange(2, std::memory_order_acquire);
        }
    }
    void unlock()
    {
#ifdef GUILTY
        if (state_.exchange(0, std::memory_order_relaxed) == 2)
#else
        if (state_.exchange(0, std::memory_order_release) == 2)
#endif
            state_.notify_one();
    }
};

int main()
{
    WaitMutex m;
    long a = 0, b = 1;
    auto fibonacci = [&] {
        for (int i = 0; i < 10; ++i) {
            std::lock_guard<WaitMutex> lock(m);
            long next = a + b;
            a = b;
            b = next;
        }
    };
    std::thread t1(fibonacci), t2(fibonacci);
    t1.join();
    t2.join();
    std::cout << a << '\n';
    return 0;
}
