// A report is computed on first use and kept in a std::optional behind a mutex.
// guilty: race: a first look with has_value() is made without the mutex
#include <cstdio>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

class Report {
public:
    explicit Report(std::vector<int> data) : data_(std::move(data)) {}

    long total() {
#ifdef GUILTY
        if (cached_.has_value())
            return *cached_;
#endif
        std::lock_guard<std::mutex> guard(mutex_);
        if (!cached_) {
            ++computed_;
            cached_ = std::accumulate(data_.begin(), data_.end(), 0L);
        }
        return *cached_;
    }
    int computed() {
        std::lock_guard<std::mutex> guard(mutex_);
        return computed_;
    }

private:
    std::mutex mutex_;
    const std::vector<int> data_;
    std::optional<long> cached_;
    int computed_ = 0;
};

int main() {
    std::vector<int> numbers(100);
    std::iota(numbers.begin(), numbers.end(), 1);
    Report report(numbers);
    long results[3];
    std::vector<std::thread> pool;
    for (long &r : results)
        pool.emplace_back([&report, &r] { r = report.total(); });
    for (auto &t : pool)
        t.join();
    std::printf("%ld, computed %d time(s)\n", results[0], report.computed());
    return results[0] == 5050 && results[1] == 5050 && results[2] == 5050 && report.computed() == 1 ? 0 : 1;
}
