// oneTBB: a task group computes two columns while the main thread does something else, then waits.
// guilty: race: the columns are added up before the wait
// missed: a library that was not recorded may order it
// flags: -ltbb
// packages: libtbb-dev
#include <chrono>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>
#include <tbb/task_group.h>

int main() {
    std::vector<int> left(20, 1), right(20, 1);
    tbb::task_group group;
    group.run([&left] { for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i); });
    group.run([&right] { for (std::size_t i = 0; i < right.size(); ++i) right[i] = static_cast<int>(2 * i); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));   // something else
#ifndef GUILTY
    group.wait();
#endif
    int sum = std::accumulate(left.begin(), left.end(), 0) + std::accumulate(right.begin(), right.end(), 0);
    std::printf("sum %d\n", sum);
#ifdef GUILTY
    group.wait();
#endif
    return left[19] != 19 || right[19] != 38;
}
