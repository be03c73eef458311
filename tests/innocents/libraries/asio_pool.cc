// Boost.Asio: a thread pool computes the rows of a table; the pool is joined before the table is read.
// guilty: race: the table is read before the join
// missed: a library that was not recorded may order it
// packages: libboost-dev
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <array>
#include <cstdio>

int main() {
    std::array<std::array<int, 6>, 4> table{};
    boost::asio::thread_pool pool(2);
    for (int row = 0; row < 4; ++row)
        boost::asio::post(pool, [&table, row] {
            for (int column = 0; column < 6; ++column) table[row][column] = (row + 1) * (column + 1);
        });
    int sum = 0;
#ifndef GUILTY
    pool.join();
#endif
    for (const auto& row : table)
        for (int x : row) sum += x;
#ifdef GUILTY
    pool.join();
#endif
    std::printf("sum %d, corner %d\n", sum, table[3][5]);
    return table[3][5] != 24;
}
