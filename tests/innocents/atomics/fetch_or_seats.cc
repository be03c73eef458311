// Seats are bits of one atomic word; fetch_or tells whether the seat was free when we took it.
// guilty: atomicity: the word is loaded, tested and stored back with the bit
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

static std::atomic<std::uint32_t> seats{0};

static bool reserve(int seat)
{
    const std::uint32_t bit = std::uint32_t{1} << seat;
#ifdef GUILTY
    const std::uint32_t taken = seats.load();
    if (taken & bit)
        return false;
    seats.store(taken | bit);
    return true;
#else
    return (seats.fetch_or(bit) & bit) == 0;
#endif
}

int main()
{
    int sold[2] = {0, 0};
    auto agency = [&](int a, int first) {
        for (int i = 0; i < 6; ++i)
            sold[a] += reserve(first + i);
    };
    std::thread a(agency, 0, 0), b(agency, 1, 3);
    a.join();
    b.join();
    std::printf("sold %d seats of 9\n", sold[0] + sold[1]);
    return sold[0] + sold[1] == 9 ? 0 : 1;
}
