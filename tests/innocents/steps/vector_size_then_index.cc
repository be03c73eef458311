// The last reading of a list that is cleared now and then.
// guilty: atomicity: the size is taken in one critical section and the element in the next
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

class Readings {
public:
    void add(int v) { std::lock_guard<std::mutex> guard(mutex_); values_.push_back(v); }
    void clear() { std::lock_guard<std::mutex> guard(mutex_); values_.clear(); }
    std::size_t size() { std::lock_guard<std::mutex> guard(mutex_); return values_.size(); }
    int at(std::size_t i) { std::lock_guard<std::mutex> guard(mutex_); return values_.at(i); }
    int last() {
#ifdef GUILTY
        const std::size_t n = size();
        return n == 0 ? -1 : at(n - 1);
#else
        std::lock_guard<std::mutex> guard(mutex_);
        return values_.empty() ? -1 : values_.back();
#endif
    }
private:
    std::mutex mutex_;
    std::vector<int> values_;
};

int main() {
    Readings readings;
    for (int i = 0; i < 5; ++i) readings.add(i);
    int seen = 0;
    std::thread display([&] { seen = readings.last(); });
    std::thread night([&] { readings.clear(); });
    display.join();
    night.join();
    std::cout << (seen == 4 || seen == -1 ? "shown\n" : "odd\n");
}
