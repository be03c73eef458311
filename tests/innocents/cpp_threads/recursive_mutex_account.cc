// An account whose operations call each other under a recursive_mutex, so that an audit never sees half an exchange.
// guilty: atomicity: exchange() does not hold the mutex around its two calls
#include <cstdio>
#include <mutex>
#include <thread>

class Purse {
public:
    void add_gold(int n)
    {
        std::lock_guard<std::recursive_mutex> lock(mutex_);
        gold_ += n;
    }
    void add_silver(int n)
    {
        std::lock_guard<std::recursive_mutex> lock(mutex_);
        silver_ += n;
    }
    void exchange(int gold)
    {
#ifndef GUILTY
        std::lock_guard<std::recursive_mutex> lock(mutex_);
#endif
        add_gold(-gold);
        add_silver(10 * gold);
    }
    int worth()
    {
        std::lock_guard<std::recursive_mutex> lock(mutex_);
        return 10 * gold_ + silver_;
    }

private:
    std::recursive_mutex mutex_;
    int gold_ = 20, silver_ = 5;
};

int main()
{
    Purse purse;
    bool steady = true;
    std::thread changer([&] { purse.exchange(3); });
    std::thread auditor([&] {
        int before = purse.worth();
        int after = purse.worth();
        steady = before == 205 && after == 205;
    });
    changer.join();
    auditor.join();
    std::printf("worth %d\n", purse.worth());
    return steady ? 0 : 1;
}
