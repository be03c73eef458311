// Every thread owns a register of sequence number and value in one atomic word; a snapshot is two equal collects.
// guilty: atomicity: a snapshot is only one collect
// missed: the value that was read decides what comes next
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

using Word = std::uint64_t; // sequence number in the upper half, value in the lower
static std::array<std::atomic<Word>, 2> registers;

static void update(int me, std::uint32_t value)
{
    Word seq = (registers[me].load() >> 32) + 1;
    registers[me].store(seq << 32 | value);
}

static std::array<Word, 2> collect()
{
    return {registers[0].load(), registers[1].load()};
}

static std::array<Word, 2> snapshot()
{
    auto first = collect();
#ifndef GUILTY
    for (auto second = collect(); second != first; second = collect())
        first = second;
#endif
    return first;
}

int main()
{
    // Register 1 follows register 0: it is never ahead, and never more than one behind.
    bool good = true;
    std::thread mover([] {
        for (std::uint32_t v = 1; v <= 5; ++v) {
            update(0, v);
            update(1, v);
        }
    });
    std::thread observer([&] {
        for (int i = 0; i < 3; ++i) {
            auto s = snapshot();
            auto x = static_cast<std::uint32_t>(s[0]), y = static_cast<std::uint32_t>(s[1]);
            good = good && (x == y || x == y + 1);
        }
    });
    mover.join();
    observer.join();
    std::printf("%s\n", good ? "consistent" : "inconsistent");
    return good ? 0 : 1;
}
