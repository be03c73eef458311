// A memo table looks under a shared lock, then takes the exclusive lock and looks again before it computes.
// guilty: atomicity: it does not look again under the exclusive lock
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Memo {
public:
    long factorial(int n)
    {
        {
            std::shared_lock lock(mutex_);
            auto it = known_.find(n);
            if (it != known_.end())
                return it->second;
        }
        std::unique_lock lock(mutex_);
#ifndef GUILTY
        auto it = known_.find(n);
        if (it != known_.end())
            return it->second;
#endif
        ++computations_;
        long f = 1;
        for (int i = 2; i <= n; ++i)
            f *= i;
        known_[n] = f;
        return f;
    }
    int computations() const { return computations_; }

private:
    std::shared_mutex mutex_;
    std::map<int, long> known_;
    int computations_ = 0;
};

int main()
{
    Memo memo;
    long a = 0, b = 0;
    std::thread t1([&] { a = memo.factorial(10); });
    std::thread t2([&] { b = memo.factorial(10); });
    t1.join();
    t2.join();
    std::cout << a << ' ' << b << '\n';
    return a == b && memo.computations() == 1 ? 0 : 1;
}
