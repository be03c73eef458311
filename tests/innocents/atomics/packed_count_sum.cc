// The pair (count, sum) is one atomic struct updated by compare-exchange, so a reader always gets a matching pair.
// guilty: atomicity: count and sum are two atomics
// missed: the value that was read decides what comes next
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

struct Pair {
    std::int32_t count;
    std::int32_t sum;
};

#ifdef GUILTY
static std::atomic<std::int32_t> count{0}, sum{0};
static void add(int v)
{
    count.fetch_add(1);
    sum.fetch_add(v);
}
static Pair get() { return {count.load(), sum.load()}; }
#else
static std::atomic<Pair> pair{Pair{0, 0}};
static void add(int v)
{
    Pair old = pair.load();
    while (!pair.compare_exchange_weak(old, Pair{old.count + 1, old.sum + v}))
        ;
}
static Pair get() { return pair.load(); }
#endif

int main()
{
    bool good = true;
    std::thread adder([] { for (int i = 0; i < 4; ++i) add(5); });
    std::thread reader([&] {
        Pair p = get();
        good = p.sum == 5 * p.count;
    });
    adder.join();
    reader.join();
    std::printf("%d values, sum %d\n", get().count, get().sum);
    return good ? 0 : 1;
}
