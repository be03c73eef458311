// Two threads withdraw from one account; whether there is enough is asked in the same critical section as the withdrawal.
// guilty: atomicity: the balance is asked with one lock and changed with another
#include <cstdio>
#include <mutex>
#include <thread>

class Account {
public:
    int balance() const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return balance_;
    }
    bool withdraw(int amount)
    {
#ifdef GUILTY
        if (balance() < amount)
            return false;
        std::lock_guard<std::mutex> lock(mutex_);
#else
        std::lock_guard<std::mutex> lock(mutex_);
        if (balance_ < amount)
            return false;
#endif
        balance_ -= amount;
        return true;
    }

private:
    mutable std::mutex mutex_;
    int balance_ = 100;
};

int main()
{
    Account account;
    bool got[2];
    std::thread a([&] { got[0] = account.withdraw(80); });
    std::thread b([&] { got[1] = account.withdraw(70); });
    a.join();
    b.join();
    std::printf("%s%s, %d left\n", got[0] ? "a" : "", got[1] ? "b" : "", account.balance());
    return account.balance() < 0 ? 1 : 0;
}
