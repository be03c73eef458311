// A writer replaces a table and waits until every reader is outside or has entered anew before it frees the old one.
// guilty: uaf, race: the old table is freed without the wait
#include <array>
#include <atomic>
#include <iostream>
#include <thread>

struct Table {
    std::array<int, 4> v;
};

static std::atomic<Table*> current{new Table{{1, 1, 1, 1}}};
static std::atomic<unsigned> epochs[2]; // odd: the reader is inside

static int read(int reader)
{
    epochs[reader].fetch_add(1);
    const Table* t = current.load();
    int spread = t->v[3] - t->v[0];
    epochs[reader].fetch_add(1);
    return spread;
}

static void synchronize()
{
    for (auto& e : epochs) {
        const unsigned seen = e.load();
        if (seen % 2 == 1)
            while (e.load() == seen)
                std::this_thread::yield();
    }
}

static void replace(int x)
{
    Table* old = current.exchange(new Table{{x, x, x, x}});
#ifndef GUILTY
    synchronize();
#endif
    delete old;
}

int main()
{
    int bad[2] = {0, 0};
    auto reading = [&](int r) { for (int i = 0; i < 5; ++i) bad[r] += read(r) != 0; };
    std::thread r0(reading, 0), r1(reading, 1);
    std::thread w([] { for (int x = 2; x <= 4; ++x) replace(x); });
    r0.join();
    r1.join();
    w.join();
    synchronize();
    std::cout << bad[0] + bad[1] << " bad reads\n";
    delete current.load();
    return 0;
}
