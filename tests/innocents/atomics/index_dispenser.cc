// Threads draw the next array index from a fetch_add dispenser and write only the elements they drew.
// guilty: race, atomicity: the index is drawn with a load and a store
#include <array>
#include <atomic>
#include <cstdio>
#include <latch>
#include <thread>

int main()
{
    std::array<int, 24> squares{};
    std::atomic<unsigned> next{0};
    std::latch start(2);

    auto worker = [&] {
        start.arrive_and_wait();
        for (;;) {
#ifdef GUILTY
            unsigned i = next.load();
            next.store(i + 1);
#else
            unsigned i = next.fetch_add(1);
#endif
            if (i >= squares.size())
                break;
            squares[i] = static_cast<int>(i * i);
        }
    };
    std::thread a(worker), b(worker);
    a.join();
    b.join();

    long sum = 0;
    for (int s : squares)
        sum += s;
    std::printf("%ld\n", sum);
    return sum == 4324 ? 0 : 1;
}
