// Timers in a std::list; each thread keeps the iterator of its own timer, which stays valid.
// guilty: race: a timer is extended through the iterator without the lock
#include <algorithm>
#include <iostream>
#include <list>
#include <mutex>
#include <thread>

struct Timer {
    int owner;
    long deadline;
};

class Timers {
    std::list<Timer> list;
    std::mutex m;

public:
    using Id = std::list<Timer>::iterator;

    Id add(int owner, long deadline) {
        std::lock_guard lock(m);
        return list.insert(list.end(), Timer{owner, deadline});
    }
    void extend(Id id, long by) {
#ifndef GUILTY
        std::lock_guard lock(m);
#endif
        id->deadline += by;
    }
    void cancel(Id id) {
        std::lock_guard lock(m);
        list.erase(id);
    }
    long latest() {
        std::lock_guard lock(m);
        long max = 0;
        for (const Timer &t : list)
            max = std::max(max, t.deadline);
        return max;
    }
};

int main() {
    Timers timers;
    auto fixed = timers.add(0, 30);
    auto client = [&](int me) {
        auto mine = timers.add(me, 10 * me);
        for (int i = 0; i < 3; ++i)
            timers.extend(mine, timers.latest() > 100 ? 1 : 5);
    };
    std::thread a(client, 1), b(client, 2);
    a.join();
    b.join();
    timers.cancel(fixed);
    std::cout << "latest " << timers.latest() << '\n';
    return timers.latest() == 35 ? 0 : 1;
}
