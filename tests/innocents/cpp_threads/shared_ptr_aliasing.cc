// Threads get aliasing shared_ptrs to the rows of a matrix; each row keeps the whole matrix alive.
// guilty: uaf, race: the pointers to the rows own nothing
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

using Row = std::array<int, 8>;

struct Matrix {
    Row rows[3];
    Matrix()
    {
        int v = 0;
        for (Row& r : rows)
            for (int& x : r)
                x = v++;
    }
};

static std::shared_ptr<const Row> row_of(const std::shared_ptr<Matrix>& m, int i)
{
#ifdef GUILTY
    return std::shared_ptr<const Row>(std::shared_ptr<void>(), &m->rows[i]);
#else
    return std::shared_ptr<const Row>(m, &m->rows[i]);
#endif
}

int main()
{
    int sums[3] = {};
    std::vector<std::thread> threads;
    {
        auto matrix = std::make_shared<Matrix>();
        for (int i = 0; i < 3; ++i)
            threads.emplace_back([&sums, i, row = row_of(matrix, i)] {
                sums[i] = std::accumulate(row->begin(), row->end(), 0);
            });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    for (auto& t : threads)
        t.join();
    std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
    return sums[0] == 28 ? 0 : 1;
}
