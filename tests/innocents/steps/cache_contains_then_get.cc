// Names of hosts are cached, and entries expire.
// guilty: atomicity: contains() and get() are two critical sections, and the entry may expire between
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

class Cache {
public:
    void put(int host, std::string name) {
        std::lock_guard<std::mutex> guard(mutex_);
        names_[host] = std::move(name);
    }
    void expire(int host) { std::lock_guard<std::mutex> guard(mutex_); names_.erase(host); }
    bool contains(int host) { std::lock_guard<std::mutex> guard(mutex_); return names_.count(host) > 0; }
    std::string get(int host) { std::lock_guard<std::mutex> guard(mutex_); return names_.at(host); }
    std::optional<std::string> find(int host) {
        std::lock_guard<std::mutex> guard(mutex_);
        const auto it = names_.find(host);
        if (it == names_.end()) return std::nullopt;
        return it->second;
    }
private:
    std::mutex mutex_;
    std::map<int, std::string> names_;
};

int main() {
    Cache cache;
    cache.put(7, "seven.example.org");
    std::string name;
    std::thread client([&] {
#ifdef GUILTY
        name = cache.contains(7) ? cache.get(7) : "unknown";
#else
        name = cache.find(7).value_or("unknown");
#endif
    });
    std::thread sweeper([&] { cache.expire(7); });
    client.join();
    sweeper.join();
    std::puts(name.empty() ? "odd" : "resolved");
}
