// Threads time their work with steady_clock; the longest duration is kept in a locked object.
// guilty: race: "is it longer" is asked before the lock is taken
#include <chrono>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

using Clock = std::chrono::steady_clock;

struct Slowest {
    std::mutex m;
    Clock::duration longest = Clock::duration::zero();
    int who = -1;

    void report(int id, Clock::duration d)
    {
#ifdef GUILTY
        if (d <= longest)
            return;
        std::lock_guard<std::mutex> lock(m);
#else
        std::lock_guard<std::mutex> lock(m);
        if (d <= longest)
            return;
#endif
        longest = d;
        who = id;
    }
};

int main()
{
    Slowest slowest;
    auto work = [&](int id) {
        auto start = Clock::now();
        std::this_thread::sleep_for(std::chrono::milliseconds(1 + id));
        slowest.report(id, Clock::now() - start);
    };
    std::thread a(work, 0), b(work, 1), c(work, 2);
    a.join();
    b.join();
    c.join();
    auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(slowest.longest);
    std::cout << "slowest was " << slowest.who << " with " << ms.count() << " ms\n";
    return slowest.who >= 0 ? 0 : 1;
}
