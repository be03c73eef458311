// Blocks are handed out by setting bits in an atomic bitmap: acquire when taking, release when giving back.
// guilty: race: the bit is cleared with relaxed
#include <atomic>
#include <bit>
#include <cstdint>
#include <iostream>
#include <thread>

class Blocks {
    std::atomic<std::uint8_t> used{0};

public:
    int storage[8] = {};

    int take()
    {
        std::uint8_t u = used.load(std::memory_order_relaxed);
        for (;;) {
            int i = std::countr_one(u);
            if (i == 8)
                return -1;
            auto with = static_cast<std::uint8_t>(u | 1u << i);
            if (used.compare_exchange_weak(u, with, std::memory_order_acquire, std::memory_order_relaxed))
                return i;
        }
    }
    void give_back(int i)
    {
        auto mask = static_cast<std::uint8_t>(~(1u << i));
#ifdef GUILTY
        used.fetch_and(mask, std::memory_order_relaxed);
#else
        used.fetch_and(mask, std::memory_order_release);
#endif
    }
};

int main()
{
    Blocks blocks;
    auto work = [&](int value) {
        for (int n = 0; n < 6; ++n) {
            int i = blocks.take();
            blocks.storage[i] += value;
            blocks.give_back(i);
        }
    };
    std::thread a(work, 1), b(work, 100);
    a.join();
    b.join();
    int sum = 0;
    for (int s : blocks.storage)
        sum += s;
    std::cout << sum << '\n';
}
