// A vector of samples grows under a unique lock; readers average it under a shared lock.
// guilty: race, uaf: the writer takes a shared_lock, too, and push_back moves the storage
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

class Samples {
public:
    void add(double v) {
#ifdef GUILTY
        std::shared_lock lock(mutex_);
#else
        std::unique_lock lock(mutex_);
#endif
        values_.push_back(v);
    }
    double average() const {
        std::shared_lock lock(mutex_);
        double sum = 0;
        for (double v : values_)
            sum += v;
        return values_.empty() ? 0 : sum / values_.size();
    }

private:
    mutable std::shared_mutex mutex_;
    std::vector<double> values_;
};

int main() {
    Samples samples;
    samples.add(2.0);
    double last = 0;
    std::thread writer([&] {
        for (int i = 0; i < 16; ++i)
            samples.add(2.0);
    });
    std::thread reader([&] {
        for (int i = 0; i < 8; ++i)
            last = samples.average();
    });
    writer.join();
    reader.join();
    std::cout << "average " << last << '\n';
    return last == 2.0 ? 0 : 1;
}
