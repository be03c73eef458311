// Two threads try to enter Dekker style: raise the own flag, then look at the other's; all sequentially consistent.
// guilty: race: each looks at the other's flag first and raises its own afterwards
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<bool> wants[2];
static int inside_count = 0;

static bool try_increment(int me)
{
    const int other = 1 - me;
#ifdef GUILTY
    if (wants[other].load())
        return false;
    wants[me].store(true);
#else
    wants[me].store(true);
    if (wants[other].load()) {
        wants[me].store(false);
        return false;
    }
#endif
    ++inside_count;
    wants[me].store(false);
    return true;
}

int main()
{
    int entered[2] = {0, 0};
    auto run = [&](int me) {
        for (int i = 0; i < 10; ++i)
            entered[me] += try_increment(me);
    };
    std::thread a(run, 0), b(run, 1);
    a.join();
    b.join();
    std::printf("%d entries, counted %d\n", entered[0] + entered[1], inside_count);
    return entered[0] + entered[1] == inside_count ? 0 : 1;
}
