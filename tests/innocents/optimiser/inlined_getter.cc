// Small locked getters and setters, all of them inlined into the loops that call them.
// guilty: race: the getter does not lock
#include <cstdio>
#include <mutex>
#include <thread>

class Gauge {
public:
    int level() const {
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(mutex_);
#endif
        return level_;
    }
    void raise(int by) {
        std::lock_guard<std::mutex> guard(mutex_);
        level_ += by;
    }
private:
    mutable std::mutex mutex_;
    int level_ = 0;
};

static Gauge gauge;

int main() {
    int highest = 0;
    std::thread pump([] { for (int i = 0; i < 10; ++i) gauge.raise(3); });
    std::thread observer([&highest] {
        for (int i = 0; i < 10; ++i)
            if (gauge.level() > highest) highest = gauge.level();
    });
    pump.join();
    observer.join();
    std::printf("%d, observed %d\n", gauge.level(), highest);
    return gauge.level() != 30 || highest > 30;
}
