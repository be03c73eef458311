// A test-and-test-and-set lock whose holder takes its time, while others look at it again and again.
// guilty: race: the holder gives the lock back before its last change
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

class SpinLock {
public:
    void lock() {
        for (;;) {
            if (!taken_.exchange(true, std::memory_order_acquire)) return;
            while (taken_.load(std::memory_order_relaxed)) __builtin_ia32_pause();
        }
    }
    void unlock() { taken_.store(false, std::memory_order_release); }

private:
    std::atomic<bool> taken_{false};
};

int main() {
    SpinLock lock;
    int balance = 0;
    lock.lock();
    std::thread others[2];
    for (auto& t : others)
        t = std::thread([&] {
            lock.lock();
            balance += 10;
            lock.unlock();
        });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
#ifdef GUILTY
    lock.unlock();
    balance += 5;
#else
    balance += 5;
    lock.unlock();
#endif
    for (auto& t : others) t.join();
    std::printf("%d\n", balance > 0);
}
