// A hash table with a mutex in every bucket; threads that meet in a bucket exclude each other.
// guilty: race: remove() locks the mutex of the bucket next door
#include <array>
#include <cstdio>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

class Table {
    struct Bucket {
        std::mutex lock;
        std::list<std::pair<std::string, int>> items;
    };
    std::array<Bucket, 8> buckets;

    std::size_t index(const std::string &k) const { return std::hash<std::string>{}(k) % buckets.size(); }

public:
    void put(const std::string &k, int v) {
        Bucket &b = buckets[index(k)];
        std::lock_guard<std::mutex> guard(b.lock);
        b.items.emplace_back(k, v);
    }
    void remove(const std::string &k) {
        Bucket &b = buckets[index(k)];
#ifdef GUILTY
        std::lock_guard<std::mutex> guard(buckets[(index(k) + 1) % buckets.size()].lock);
#else
        std::lock_guard<std::mutex> guard(b.lock);
#endif
        b.items.remove_if([&](const auto &item) { return item.first == k; });
    }
    std::size_t size() {
        std::size_t n = 0;
        for (auto &b : buckets) {
            std::lock_guard<std::mutex> guard(b.lock);
            n += b.items.size();
        }
        return n;
    }
};

int main() {
    Table t;
    auto churn = [&](char prefix) {
        for (int i = 0; i < 10; i++)
            t.put(prefix + std::to_string(i), i);
        for (int i = 0; i < 10; i += 2)
            t.remove(prefix + std::to_string(i));
    };
    std::thread a(churn, 'a'), b(churn, 'b');
    a.join();
    b.join();
    std::printf("%zu entries\n", t.size());
    return t.size() == 10 ? 0 : 1;
}
