// A hash table with a shared_mutex per bucket; counting the elements takes the lock of every bucket in turn.
// guilty: race: size() looks into the buckets without their locks
#include <array>
#include <functional>
#include <iostream>
#include <list>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>

class Table {
    struct Bucket {
        std::list<std::pair<std::string, int>> items;
        mutable std::shared_mutex m;
    };
    std::array<Bucket, 3> buckets_;

    Bucket& bucket(const std::string& key)
    {
        return buckets_[std::hash<std::string>()(key) % buckets_.size()];
    }

public:
    void set(const std::string& key, int value)
    {
        Bucket& b = bucket(key);
        std::unique_lock lock(b.m);
        for (auto& [k, v] : b.items)
            if (k == key) {
                v = value;
                return;
            }
        b.items.emplace_back(key, value);
    }
    std::size_t size() const
    {
        std::size_t n = 0;
        for (const Bucket& b : buckets_) {
#ifndef GUILTY
            std::shared_lock lock(b.m);
#endif
            n += b.items.size();
        }
        return n;
    }
};

int main()
{
    Table table;
    std::thread a([&] { for (int i = 0; i < 6; ++i) table.set("key" + std::to_string(i), i); });
    std::thread b([&] { for (int i = 3; i < 9; ++i) table.set("key" + std::to_string(i), i); });
    std::size_t meanwhile = table.size();
    a.join();
    b.join();
    std::cout << (meanwhile <= 9 ? "fine, " : "odd, ") << table.size() << " keys\n";
    return table.size() == 9 ? 0 : 1;
}
