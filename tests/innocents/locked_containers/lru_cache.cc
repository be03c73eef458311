// An LRU cache of a list and an unordered_map; get() moves the entry to the front.
// guilty: race: get() takes a shared lock although it splices the list and counts the hit
#include <iostream>
#include <list>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>

class LruCache {
    using Entry = std::pair<std::string, int>;
    size_t capacity_, hits_ = 0;
    std::list<Entry> order_;
    std::unordered_map<std::string, std::list<Entry>::iterator> index_;
    std::shared_mutex m_;

public:
    explicit LruCache(size_t n) : capacity_(n) {}

    void put(const std::string &key, int value) {
        std::unique_lock lock(m_);
        if (auto it = index_.find(key); it != index_.end())
            order_.erase(it->second);
        order_.emplace_front(key, value);
        index_[key] = order_.begin();
        if (order_.size() > capacity_) {
            index_.erase(order_.back().first);
            order_.pop_back();
        }
    }
    int get(const std::string &key) {
#ifdef GUILTY
        std::shared_lock lock(m_);
#else
        std::unique_lock lock(m_);
#endif
        auto it = index_.find(key);
        if (it == index_.end()) return -1;
        ++hits_;
        order_.splice(order_.begin(), order_, it->second);
        return it->second->second;
    }
};

int main() {
    LruCache cache(8);
    for (int i = 0; i < 10; ++i)
        cache.put("k" + std::to_string(i), i);
    int sum[2] = {};
    auto reader = [&](int me) {
        for (int i = 2; i < 10; ++i)
            sum[me] += cache.get("k" + std::to_string(i));
    };
    std::thread a(reader, 0), b(reader, 1);
    a.join();
    b.join();
    std::cout << sum[0] << ' ' << sum[1] << '\n';
    return sum[0] == 44 && sum[1] == 44 ? 0 : 1;
}
