// Two threads wake each other over and over, and main leaves them at it.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>

struct Table {
    std::mutex mutex;
    std::condition_variable changed;
    long turns = 0;
};

static void take_turns(Table &table, int self)
{
    std::unique_lock lock(table.mutex);
    for (;;) {
        table.changed.wait(lock, [&] { return table.turns % 2 == self; });
        ++table.turns;
        table.changed.notify_all();
    }
}

int main()
{
    Table &table = *new Table; // they use it to the end
    for (int i = 0; i < 2; i++)
        std::thread(take_turns, std::ref(table), i).detach();
    std::unique_lock lock(table.mutex);
    table.changed.wait(lock, [&] { return table.turns > 4; });
    lock.unlock();
    std::puts("enough");
    std::quick_exit(0);
}
