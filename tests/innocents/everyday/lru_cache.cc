// A least-recently-used cache: a hit moves the entry to the front of the list.
// guilty: race: get() only takes the reader lock although it moves the entry and counts the hit
#include <cstdio>
#include <list>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>

class LruCache {
public:
    explicit LruCache(std::size_t capacity) : capacity_(capacity) {}
    void put(int key, std::string value) {
        std::unique_lock guard(mutex_);
        auto it = index_.find(key);
        if (it != index_.end()) { order_.erase(it->second); index_.erase(it); }
        order_.emplace_front(key, std::move(value));
        index_[key] = order_.begin();
        if (order_.size() > capacity_) {
            index_.erase(order_.back().first);
            order_.pop_back();
        }
    }
    std::optional<std::string> get(int key) {
#ifdef GUILTY
        std::shared_lock guard(mutex_);
#else
        std::unique_lock guard(mutex_);
#endif
        auto it = index_.find(key);
        if (it == index_.end()) return std::nullopt;
        order_.splice(order_.begin(), order_, it->second);
        ++hits_;
        return it->second->second;
    }
    int hits() { std::shared_lock guard(mutex_); return hits_; }
private:
    using Entry = std::pair<int, std::string>;
    const std::size_t capacity_;
    int hits_ = 0;
    std::shared_mutex mutex_;
    std::list<Entry> order_;
    std::unordered_map<int, std::list<Entry>::iterator> index_;
};

int main() {
    LruCache cache(3);
    for (int i = 0; i < 3; ++i) cache.put(i, "page " + std::to_string(i));
    auto reader = [&cache](int who) {
        for (int i = 0; i < 6; ++i) cache.get((i + who) % 3);
    };
    std::thread a(reader, 0), b(reader, 1);
    a.join();
    b.join();
    std::printf("%d hits\n", cache.hits());
}
