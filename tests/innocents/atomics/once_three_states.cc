// A once flag by hand: one thread wins the exchange from "new" to "busy", initialises and says "done"; the others wait.
// guilty: race: the others go on without waiting for "done"
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

enum State { New, Busy, Done };

static std::atomic<int> state{New};
static std::vector<int> primes;

static void ensure_primes()
{
    int expected = New;
    if (state.compare_exchange_strong(expected, Busy, std::memory_order_relaxed)) {
        primes = {2, 3, 5, 7, 11};
        state.store(Done, std::memory_order_release);
        return;
    }
#ifndef GUILTY
    while (state.load(std::memory_order_acquire) != Done)
        std::this_thread::yield();
#endif
}

int main()
{
    std::size_t n[3];
    std::thread threads[3];
    for (int i = 0; i < 3; ++i)
        threads[i] = std::thread([&n, i] {
            ensure_primes();
            n[i] = primes.size();
        });
    for (auto& t : threads)
        t.join();
    std::cout << n[0] << ' ' << n[1] << ' ' << n[2] << '\n';
    return 0;
}
