// Money moves between two accounts in both directions; scoped_lock takes both mutexes without fear of order.
// guilty: deadlock: the mutex of the source is taken first, then the one of the target
#include <cstdio>
#include <mutex>
#include <thread>

struct Account {
    explicit Account(int b) : balance(b) {}
    std::mutex m;
    int balance;
};

void transfer(Account& from, Account& to, int amount)
{
#ifdef GUILTY
    std::lock_guard<std::mutex> lock_from(from.m);
    std::lock_guard<std::mutex> lock_to(to.m);
#else
    std::scoped_lock lock(from.m, to.m);
#endif
    from.balance -= amount;
    to.balance += amount;
}

int main()
{
    Account savings(1000), current(200);
    std::thread t1(transfer, std::ref(savings), std::ref(current), 150);
    std::thread t2(transfer, std::ref(current), std::ref(savings), 20);
    t1.join();
    t2.join();
    std::printf("savings %d, current %d\n", savings.balance, current.balance);
    return savings.balance + current.balance == 1200 ? 0 : 1;
}
