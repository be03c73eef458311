// Two threads smooth a row of cells; the completion function of a barrier swaps the old and the new row.
// guilty: race: one thread swaps the rows itself after the barrier
#include <barrier>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

int main()
{
    std::vector<double> cur(10, 0.0), next(10, 0.0);
    cur[0] = next[0] = 1.0;

    auto swap_rows = [&]() noexcept {
#ifndef GUILTY
        std::swap(cur, next);
#endif
    };
    std::barrier sync(2, swap_rows);

    auto smooth = [&](int from, int to) {
        for (int step = 0; step < 4; ++step) {
            for (int i = from; i < to; ++i)
                next[i] = (cur[i - 1] + cur[i] + cur[i + 1]) / 3;
            sync.arrive_and_wait();
#ifdef GUILTY
            if (from == 1)
                std::swap(cur, next);
#endif
        }
    };
    std::thread left(smooth, 1, 5), right(smooth, 5, 9);
    left.join();
    right.join();
    std::printf("%.4f %.4f\n", cur[1], cur[2]);
    return 0;
}
