// Whoever is first publishes a table; a failed compare-exchange acquires the one that is there.
// guilty: race: a failed compare-exchange is relaxed
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

using Table = std::vector<int>;
static std::atomic<Table*> table;

static const Table& get()
{
    auto mine = std::make_unique<Table>(16, 3);
    Table* there = nullptr;
#ifdef GUILTY
    constexpr auto otherwise = std::memory_order_relaxed;
#else
    constexpr auto otherwise = std::memory_order_acquire;
#endif
    if (table.compare_exchange_strong(there, mine.get(), std::memory_order_release, otherwise))
        return *mine.release();
    return *there;
}

int main()
{
    int sums[3] = {};
    std::vector<std::thread> users;
    for (int i = 0; i < 3; ++i)
        users.emplace_back([&sums, i] {
            for (int value : get())
                sums[i] += value;
        });
    for (std::thread& user : users)
        user.join();
    delete table.load();
    std::printf("%d\n", sums[0] + sums[1] + sums[2]);
    return sums[0] + sums[1] + sums[2] != 3 * 48;
}
