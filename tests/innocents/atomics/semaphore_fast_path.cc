// A semaphore with an atomic counter as fast path and a mutex with condition variable for those who must sleep.
// guilty: race: signal() publishes the count with relaxed
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Semaphore {
    std::atomic<int> count_{0}; // negative: that many sleep
    std::mutex mutex_;
    std::condition_variable cv_;
    int wakeups_ = 0;

public:
    void signal()
    {
#ifdef GUILTY
        if (count_.fetch_add(1, std::memory_order_relaxed) < 0) {
#else
        if (count_.fetch_add(1, std::memory_order_release) < 0) {
#endif
            std::lock_guard<std::mutex> lock(mutex_);
            ++wakeups_;
            cv_.notify_one();
        }
    }
    void wait()
    {
        if (count_.fetch_sub(1, std::memory_order_acquire) > 0)
            return;
        std::unique_lock<std::mutex> lock(mutex_);
        cv_.wait(lock, [this] { return wakeups_ > 0; });
        --wakeups_;
    }
};

int main()
{
    Semaphore items;
    int ring[6] = {}, sum = 0;
    std::thread producer([&] {
        for (int i = 0; i < 6; ++i) {
            ring[i] = i + 1;
            items.signal();
        }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (int i = 0; i < 6; ++i) {
        items.wait();
        sum += ring[i];
    }
    producer.join();
    std::printf("%d\n", sum);
    return sum == 21 ? 0 : 1;
}
