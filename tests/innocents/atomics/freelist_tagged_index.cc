// A free list of array indices with a tag against reuse in the same 64 bits; the taken slot belongs to its taker.
// guilty: race: the slot is given back before its content is used for the last time
#include <array>
#include <atomic>
#include <cstdint>
#include <iostream>
#include <thread>

constexpr std::uint32_t nil = 0xffffffff;

class FreeList {
    std::array<std::atomic<std::uint32_t>, 4> next_{1, 2, 3, nil};
    std::atomic<std::uint64_t> head_{0}; // tag in the upper half, index in the lower

public:
    std::uint32_t take()
    {
        std::uint64_t h = head_.load();
        for (;;) {
            auto index = static_cast<std::uint32_t>(h);
            if (index == nil) return nil;
            std::uint64_t n = ((h >> 32) + 1) << 32 | next_[index].load();
            if (head_.compare_exchange_weak(h, n))
                return index;
        }
    }
    void give_back(std::uint32_t index)
    {
        std::uint64_t h = head_.load(), n;
        do {
            next_[index].store(static_cast<std::uint32_t>(h));
            n = ((h >> 32) + 1) << 32 | index;
        } while (!head_.compare_exchange_weak(h, n));
    }
};

int main()
{
    FreeList list;
    int slots[4] = {}, sums[2] = {};
    auto work = [&](int me) {
        for (int i = 0; i < 8; ++i) {
            std::uint32_t s = list.take(); // four slots for two threads, so there is one
            slots[s] = i;
#ifdef GUILTY
            list.give_back(s);
            sums[me] += slots[s];
#else
            sums[me] += slots[s];
            list.give_back(s);
#endif
        }
    };
    std::thread a(work, 0), b(work, 1);
    a.join(), b.join();
    std::cout << sums[0] << ' ' << sums[1] << '\n';
}
