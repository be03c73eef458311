// A key-value store whose keys are spread over shards, each with its own lock.
// guilty: race: remove locks shard 0, whichever shard the key is in
#include <array>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

class Store {
public:
    void put(unsigned key, std::string value) {
        Shard& s = shard(key);
        std::lock_guard<std::mutex> guard(s.mutex);
        s.map[key] = std::move(value);
    }
    std::optional<std::string> get(unsigned key) {
        Shard& s = shard(key);
        std::lock_guard<std::mutex> guard(s.mutex);
        auto it = s.map.find(key);
        return it == s.map.end() ? std::nullopt : std::optional(it->second);
    }
    void remove(unsigned key) {
        Shard& s = shard(key);
#ifdef GUILTY
        std::lock_guard<std::mutex> guard(shards_[0].mutex);
#else
        std::lock_guard<std::mutex> guard(s.mutex);
#endif
        s.map.erase(key);
    }
private:
    struct Shard { std::mutex mutex; std::unordered_map<unsigned, std::string> map; };
    Shard& shard(unsigned key) { return shards_[key * 2654435761u >> 30]; }
    std::array<Shard, 4> shards_;
};

int main() {
    Store store;
    for (unsigned k = 0; k < 10; ++k) store.put(k, "old");
    std::thread writer([&] { for (unsigned k = 10; k < 18; ++k) store.put(k, "new"); });
    std::thread remover([&] { for (unsigned k = 0; k < 8; ++k) store.remove(k); });
    writer.join();
    remover.join();
    int left = 0;
    for (unsigned k = 0; k < 18; ++k) left += store.get(k).has_value();
    std::printf("%d left\n", left);
    return store.get(3).has_value();
}
