// A reusable barrier made of a mutex, a condition variable and a generation number; threads exchange values across it.
// guilty: race: the threads read their neighbour's value before the barrier
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class CyclicBarrier {
public:
    explicit CyclicBarrier(int n) : size_(n), missing_(n) {}
    void arrive_and_wait()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const unsigned gen = generation_;
        if (--missing_ == 0) {
            missing_ = size_;
            ++generation_;
            cv_.notify_all();
        } else {
            cv_.wait(lock, [&] { return gen != generation_; });
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable cv_;
    const int size_;
    int missing_;
    unsigned generation_ = 0;
};

int main()
{
    constexpr int n = 3;
    CyclicBarrier barrier(n);
    std::vector<int> value{1, 2, 3};
    auto step = [&](int me) {
        for (int round = 0; round < 3; ++round) {
#ifdef GUILTY
            int neighbour = value[(me + 1) % n];
            barrier.arrive_and_wait();
#else
            barrier.arrive_and_wait();
            int neighbour = value[(me + 1) % n];
#endif
            barrier.arrive_and_wait();
            value[me] = neighbour;
        }
    };
    std::thread a(step, 0), b(step, 1), c(step, 2);
    a.join();
    b.join();
    c.join();
    std::printf("%d %d %d\n", value[0], value[1], value[2]);
    return 0;
}
