// A sequence lock with one writer; the payload consists of relaxed atomics, ordered by fences.
// guilty: race: the payload consists of plain doubles
#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

#ifdef GUILTY
struct Cell {
    double v = 0;
    double load(std::memory_order) const { return v; }
    void store(double d, std::memory_order) { v = d; }
};
#else
using Cell = std::atomic<double>;
#endif

class Position {
    std::atomic<unsigned> seq{0};
    Cell x{}, y{};

public:
    void set(double nx, double ny)
    {
        unsigned s = seq.load(std::memory_order_relaxed);
        seq.store(s + 1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        x.store(nx, std::memory_order_relaxed);
        y.store(ny, std::memory_order_relaxed);
        seq.store(s + 2, std::memory_order_release);
    }
    double difference() const
    {
        for (;;) {
            unsigned before = seq.load(std::memory_order_acquire);
            double cx = x.load(std::memory_order_relaxed), cy = y.load(std::memory_order_relaxed);
            std::atomic_thread_fence(std::memory_order_acquire);
            unsigned after = seq.load(std::memory_order_relaxed);
            if (before == after && before % 2 == 0)
                return cx - cy;
            std::this_thread::yield();
        }
    }
};

int main()
{
    Position position;
    int torn = 0;
    std::thread reader([&] { for (int i = 0; i < 10; ++i) torn += position.difference() != 0; });
    for (int i = 1; i <= 10; ++i) {
        position.set(i, i);
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    reader.join();
    std::cout << torn << " torn\n";
    return torn;
}
