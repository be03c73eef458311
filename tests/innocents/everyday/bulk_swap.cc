// Producers collect items in a vector; the consumer takes all of them at once by swapping.
// guilty: race: the consumer looks whether there is anything before it takes the lock
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Mailbox {
public:
    void put(int x) {
        std::lock_guard<std::mutex> guard(mutex_);
        pending_.push_back(x);
    }
    std::vector<int> take_all() {
        std::vector<int> all;
#ifdef GUILTY
        if (pending_.empty()) return all;
#endif
        std::lock_guard<std::mutex> guard(mutex_);
        all.swap(pending_);
        return all;
    }
private:
    std::mutex mutex_;
    std::vector<int> pending_;
};

int main() {
    Mailbox box;
    auto produce = [&box](int from) { for (int i = 0; i < 5; ++i) box.put(from + i); };
    std::thread a(produce, 10), b(produce, 20);
    int sum = 0;
    for (int i = 0; i < 3; ++i) {
        for (int x : box.take_all()) sum += x;
        std::this_thread::yield();
    }
    a.join();
    b.join();
    for (int x : box.take_all()) sum += x;
    std::printf("sum %d\n", sum);
    return sum != 170;
}
