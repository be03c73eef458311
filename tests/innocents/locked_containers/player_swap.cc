// Inventories with a mutex each are swapped with std::lock and adopt_lock, whatever the order of the two.
// guilty: deadlock: swap locks the left one, then the right one
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Inventory {
    std::vector<std::string> items;
    mutable std::mutex m;

public:
    explicit Inventory(std::vector<std::string> v) : items(std::move(v)) {}

    friend void swap(Inventory &lhs, Inventory &rhs) {
        if (&lhs == &rhs)
            return;
#ifdef GUILTY
        std::lock_guard<std::mutex> left(lhs.m);
        std::lock_guard<std::mutex> right(rhs.m);
#else
        std::lock(lhs.m, rhs.m);
        std::lock_guard<std::mutex> left(lhs.m, std::adopt_lock);
        std::lock_guard<std::mutex> right(rhs.m, std::adopt_lock);
#endif
        lhs.items.swap(rhs.items);
    }
    size_t size() const {
        std::lock_guard<std::mutex> lock(m);
        return items.size();
    }
};

int main() {
    Inventory hero({"sword", "shield", "potion"}), thief({"rope"});
    std::thread a([&] { swap(hero, thief); });
    std::thread b([&] { swap(thief, hero); });
    a.join();
    b.join();
    std::cout << hero.size() << ' ' << thief.size() << '\n';
    return hero.size() == 3 && thief.size() == 1 ? 0 : 1;
}
