// A metrics registry creates counters on first use; the counters themselves are atomic.
// guilty: race: find-or-create walks the map without its mutex
#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Registry {
public:
    std::atomic<long>& counter(const std::string& name) {
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(mutex_);
#endif
        auto& slot = counters_[name];
        if (!slot) slot = std::make_unique<std::atomic<long>>(0);
        return *slot;
    }
    long total() {
        std::lock_guard<std::mutex> guard(mutex_);
        long sum = 0;
        for (auto& entry : counters_) sum += *entry.second;
        return sum;
    }
private:
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<std::atomic<long>>> counters_;
};

int main() {
    Registry registry;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&registry, t] {
            auto& mine = registry.counter("requests." + std::to_string(t));
            for (int i = 0; i < 10; ++i) ++mine;
            registry.counter("finished").fetch_add(1, std::memory_order_relaxed);
        });
    for (auto& t : threads) t.join();
    std::printf("total %ld\n", registry.total());
    return 0;
}
