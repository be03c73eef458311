// A memoisation cache for Collatz lengths: each length is computed once and kept.
// guilty: atomicity: the cache is searched and filled under two separate locks
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

class Collatz {
public:
    int length(long n) {
        std::unique_lock<std::mutex> lock(mutex_);
        auto found = known_.find(n);
        if (found != known_.end()) return found->second;
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        computed_++;
        return known_[n] = compute(n);
    }
    bool each_once() {
        std::lock_guard<std::mutex> guard(mutex_);
        return computed_ == (int)known_.size();
    }
private:
    static int compute(long n) {
        int steps = 0;
        for (; n != 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
        return steps;
    }
    std::mutex mutex_;
    std::map<long, int> known_;
    int computed_ = 0;
};

int main() {
    Collatz collatz;
    int longest[2] = {0, 0};
    auto search = [&](int which, long from, long to) {
        for (long n = from; n < to; ++n) {
            int l = collatz.length(n);
            if (l > longest[which]) longest[which] = l;
        }
    };
    std::thread a(search, 0, 1, 8), b(search, 1, 5, 12);
    a.join();
    b.join();
    std::printf("%d %d\n", longest[0], longest[1]);
    return collatz.each_once() ? 0 : 1;
}
