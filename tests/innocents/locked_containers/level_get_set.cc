// Settings with a lock per call; raising a level is a call of its own, because it reads and writes.
// guilty: atomicity: raise() is done from outside as set(get() + 1)
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

class Levels {
    std::unordered_map<std::string, int> levels;
    mutable std::mutex m;

public:
    int get(const std::string &k) const {
        std::lock_guard<std::mutex> lock(m);
        auto it = levels.find(k);
        return it == levels.end() ? 0 : it->second;
    }
    void set(const std::string &k, int v) {
        std::lock_guard<std::mutex> lock(m);
        levels[k] = v;
    }
    void raise(const std::string &k) {
        std::lock_guard<std::mutex> lock(m);
        ++levels[k];
    }
};

int main() {
    Levels levels;
    auto player = [&] {
        for (int i = 0; i < 3; ++i) {
#ifdef GUILTY
            levels.set("volume", levels.get("volume") + 1);
#else
            levels.raise("volume");
#endif
        }
    };
    std::thread a(player), b(player);
    a.join();
    b.join();
    std::cout << "volume " << levels.get("volume") << '\n';
    return levels.get("volume") == 6 ? 0 : 1;
}
