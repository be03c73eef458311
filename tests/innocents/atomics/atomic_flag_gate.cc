// Runners wait at an atomic_flag (C++20 wait and notify_all) until the starter has drawn the lanes.
// guilty: race: one runner's lane is drawn after the start
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

int main()
{
    std::atomic_flag started;
    std::vector<int> lane(3), ran(3);

    std::vector<std::thread> runners;
    for (int r = 0; r < 3; ++r)
        runners.emplace_back([&, r] {
            started.wait(false, std::memory_order_acquire);
            ran[r] = lane[r] * 100;
        });

    lane[0] = 4;
    lane[1] = 2;
#ifndef GUILTY
    lane[2] = 7;
#endif
    started.test_and_set(std::memory_order_release);
    started.notify_all();
#ifdef GUILTY
    lane[2] = 7;
#endif

    for (auto& t : runners)
        t.join();
    std::printf("%d %d %d\n", ran[0], ran[1], ran[2]);
    return 0;
}
