// Peterson's algorithm with sequentially consistent atomics.
// guilty: race: a thread gives the turn to itself and not to the other
// missed: the recorded run does not allow the other order
#include <atomic>
#include <iostream>
#include <thread>

class Peterson {
    std::atomic<bool> interested[2]{};
    std::atomic<int> turn{0};

public:
    void lock(int me)
    {
        const int other = 1 - me;
        interested[me].store(true);
#ifdef GUILTY
        turn.store(me);
#else
        turn.store(other);
#endif
        while (interested[other].load() && turn.load() == other)
            std::this_thread::yield();
    }
    void unlock(int me) { interested[me].store(false); }
};

int main()
{
    Peterson mutex;
    int balance = 0;
    auto work = [&](int me) {
        for (int i = 0; i < 10; ++i) {
            mutex.lock(me);
            balance += me == 0 ? 3 : -1;
            mutex.unlock(me);
        }
    };
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    std::cout << "balance " << balance << '\n';
    return 0;
}
