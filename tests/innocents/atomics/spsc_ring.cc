// A ring buffer for one producer and one consumer: release stores of the indices, acquire loads of the other's.
// guilty: race: the producer publishes its index with relaxed
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

template <class T, unsigned N>
class Ring {
    std::array<T, N> slots{};
    std::atomic<unsigned> head{0}, tail{0};

public:
    bool push(const T& v)
    {
        unsigned t = tail.load(std::memory_order_relaxed);
        if (t - head.load(std::memory_order_acquire) == N)
            return false;
        slots[t % N] = v;
#ifdef GUILTY
        tail.store(t + 1, std::memory_order_relaxed);
#else
        tail.store(t + 1, std::memory_order_release);
#endif
        return true;
    }
    bool pop(T& v)
    {
        unsigned h = head.load(std::memory_order_relaxed);
        if (h == tail.load(std::memory_order_acquire))
            return false;
        v = slots[h % N];
        head.store(h + 1, std::memory_order_release);
        return true;
    }
};

int main()
{
    Ring<long, 4> ring;
    long sum = 0;
    std::thread producer([&] {
        for (long i = 1; i <= 20; ++i)
            while (!ring.push(i))
                std::this_thread::yield();
    });
    std::thread consumer([&] {
        for (int n = 0; n < 20; ++n) {
            long v;
            while (!ring.pop(v))
                std::this_thread::yield();
            sum += v;
        }
    });
    producer.join();
    consumer.join();
    std::printf("%ld\n", sum);
    return sum == 210 ? 0 : 1;
}
