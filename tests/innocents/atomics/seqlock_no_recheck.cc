// A sequence counter protects two atomics that must sum up to 100; the reader tries again when the counter has moved.
// guilty: atomicity: the reader does not look at the counter again
// missed: the value that was read decides what comes next
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<int> version{0};
static std::atomic<int> left_side{50}, right_side{50};

static void shift(int n)
{
    version.fetch_add(1);
    left_side.store(left_side.load() - n);
    right_side.store(right_side.load() + n);
    version.fetch_add(1);
}

static int weigh()
{
    for (;;) {
        int before = version.load();
        int l = left_side.load(), r = right_side.load();
#ifdef GUILTY
        (void)before;
        return l + r;
#else
        if (before % 2 == 0 && version.load() == before)
            return l + r;
        std::this_thread::yield();
#endif
    }
}

int main()
{
    int weight = 0;
    std::thread porter([] { shift(5); shift(-10); });
    std::thread scale([&] { weight = weigh(); });
    porter.join();
    scale.join();
    std::printf("weight %d\n", weight);
    return weight == 100 ? 0 : 1;
}
