// Named counters: the map is read under a shared lock and the found counter is a std::atomic.
// guilty: race: the counter is a plain integer, incremented under the shared lock
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#ifdef GUILTY
using Number = long;
#else
using Number = std::atomic<long>;
#endif

class Metrics {
    std::shared_mutex m;
    std::map<std::string, Number> counters;

public:
    void increment(const std::string &name) {
        {
            std::shared_lock lock(m);
            if (auto it = counters.find(name); it != counters.end()) {
                it->second++;
                return;
            }
        }
        std::unique_lock lock(m);
        counters.try_emplace(name, 0).first->second++;
    }
    long value(const std::string &name) {
        std::shared_lock lock(m);
        auto it = counters.find(name);
        return it == counters.end() ? 0 : static_cast<long>(it->second);
    }
};

int main() {
    Metrics metrics;
    auto serve = [&] {
        for (int i = 0; i < 6; i++) {
            metrics.increment("requests");
            if (i % 3 == 0)
                metrics.increment("errors");
        }
    };
    std::thread a(serve), b(serve);
    a.join();
    b.join();
    std::printf("%ld requests, %ld errors\n", metrics.value("requests"), metrics.value("errors"));
    return metrics.value("requests") == 12 && metrics.value("errors") == 4 ? 0 : 1;
}
