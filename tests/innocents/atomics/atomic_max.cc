// The maximum of what several threads find is kept by a compare-exchange loop.
// guilty: atomicity: the maximum is loaded, compared and stored
#include <atomic>
#include <iostream>
#include <thread>

static std::atomic<int> maximum{0};

static void update_maximum(int value)
{
#ifdef GUILTY
    if (maximum.load() < value)
        maximum.store(value);
#else
    int seen = maximum.load();
    while (seen < value && !maximum.compare_exchange_weak(seen, value))
        ;
#endif
}

int main()
{
    const int heights[2][3] = {{160, 192, 175}, {181, 169, 188}};
    auto scan = [&](int row) {
        for (int h : heights[row])
            update_maximum(h);
    };
    std::thread a(scan, 0), b(scan, 1);
    a.join();
    b.join();
    std::cout << "tallest: " << maximum << '\n';
    return maximum == 192 ? 0 : 1;
}
