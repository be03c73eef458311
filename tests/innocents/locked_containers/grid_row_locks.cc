// Cells of a grid are updated by random walkers; every row has a lock, found by the row's number.
// guilty: race: the column is used to find the lock
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

struct Grid {
    int rows, cols;
    std::vector<std::vector<int>> cells;
    std::vector<std::unique_ptr<std::mutex>> row_locks;

    Grid(int r, int c) : rows(r), cols(c), cells(r, std::vector<int>(c)) {
        for (int i = 0; i < r; i++)
            row_locks.push_back(std::make_unique<std::mutex>());
    }
    void visit(int r, int c) {
#ifdef GUILTY
        std::mutex &m = *row_locks[c];
#else
        std::mutex &m = *row_locks[r];
#endif
        std::lock_guard<std::mutex> lock(m);
        cells[r][c]++;
        for (int &cell : cells[r])
            if (cell > 1000)
                cell = 0;
    }
};

void walk(Grid &g, unsigned seed) {
    std::mt19937 rng(seed);
    for (int i = 0; i < 20; i++)
        g.visit(rng() % g.rows, rng() % g.cols);
}

int main() {
    Grid g(3, 3);
    std::thread a(walk, std::ref(g), 1), b(walk, std::ref(g), 2);
    a.join();
    b.join();
    int sum = 0;
    for (auto &row : g.cells)
        for (int c : row)
            sum += c;
    std::printf("%d visits\n", sum);
    return sum == 40 ? 0 : 1;
}
