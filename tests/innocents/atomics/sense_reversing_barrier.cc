// A sense-reversing barrier made of two atomics; after it every thread reads what the others wrote before it.
// guilty: race: the last one turns the sense with relaxed
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

class SenseBarrier {
    const int size_;
    std::atomic<int> remaining_;
    std::atomic<bool> sense_{false};

public:
    explicit SenseBarrier(int n) : size_(n), remaining_(n) {}
    void wait(bool& local_sense)
    {
        local_sense = !local_sense;
        if (remaining_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            remaining_.store(size_, std::memory_order_relaxed);
#ifdef GUILTY
            sense_.store(local_sense, std::memory_order_relaxed);
#else
            sense_.store(local_sense, std::memory_order_release);
#endif
        } else {
            while (sense_.load(std::memory_order_acquire) != local_sense)
                std::this_thread::yield();
        }
    }
};

int main()
{
    constexpr int n = 3;
    SenseBarrier barrier(n);
    int cell[n] = {1, 2, 3}, out[n] = {};
    std::vector<std::thread> threads;
    for (int me = 0; me < n; ++me)
        threads.emplace_back([&, me] {
            bool sense = false;
            for (int round = 0; round < 3; ++round) {
                cell[me] += round;
                barrier.wait(sense);
                out[me] += cell[(me + 1) % n];
                barrier.wait(sense);
            }
        });
    for (auto& t : threads)
        t.join();
    std::cout << out[0] << ' ' << out[1] << ' ' << out[2] << '\n';
    return 0;
}
