// A ticket lock serves the threads in the order of their tickets.
// guilty: race: the journal entry is written after the lock was passed on
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

class TicketLock {
    std::atomic<unsigned> next_ticket{0};
    std::atomic<unsigned> now_serving{0};

public:
    void lock()
    {
        const unsigned ticket = next_ticket.fetch_add(1, std::memory_order_relaxed);
        while (now_serving.load(std::memory_order_acquire) != ticket)
            std::this_thread::yield();
    }
    void unlock()
    {
        const unsigned next = now_serving.load(std::memory_order_relaxed) + 1;
        now_serving.store(next, std::memory_order_release);
    }
};

int main()
{
    TicketLock lock;
    std::vector<int> journal;
    journal.reserve(32);
    auto customer = [&](int id) {
        for (int i = 0; i < 5; ++i) {
            lock.lock();
#ifdef GUILTY
            lock.unlock();
            journal.push_back(id);
#else
            journal.push_back(id);
            lock.unlock();
#endif
        }
    };
    std::thread a(customer, 1), b(customer, 2), c(customer, 3);
    a.join();
    b.join();
    c.join();
    std::cout << journal.size() << " entries\n";
}
