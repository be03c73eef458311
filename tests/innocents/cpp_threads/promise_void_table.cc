// A worker fills a table and then fulfils a promise<void>; the main thread waits for the future before it reads the table.
// guilty: race: the promise is fulfilled before the table is filled
#include <array>
#include <future>
#include <iostream>
#include <numeric>
#include <thread>

using Table = std::array<int, 16>;

static void fill(Table& squares, std::promise<void> ready)
{
#ifdef GUILTY
    ready.set_value();
#endif
    for (int i = 0; i < static_cast<int>(squares.size()); ++i)
        squares[i] = i * i;
#ifndef GUILTY
    ready.set_value();
#endif
}

int main()
{
    Table squares{};
    std::promise<void> ready;
    std::future<void> done = ready.get_future();
    std::thread worker(fill, std::ref(squares), std::move(ready));

    done.wait();
    int sum = std::accumulate(squares.begin(), squares.end(), 0);
    worker.join();
    std::cout << "sum of squares: " << sum << '\n';
}
