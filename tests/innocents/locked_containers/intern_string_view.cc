// An interner: equal strings are stored once, callers keep string_views that stay valid after unlocking.
// guilty: uaf, race: the strings live in a vector, whose growth moves them away under the views
#include <algorithm>
#include <deque>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

class Interner {
#ifdef GUILTY
    std::vector<std::string> storage_;
#else
    std::deque<std::string> storage_;
#endif
    std::mutex mutex_;

public:
    std::string_view intern(std::string_view s) {
        std::lock_guard lock(mutex_);
        auto it = std::find(storage_.begin(), storage_.end(), s);
        if (it != storage_.end())
            return *it;
        return storage_.emplace_back(s);
    }
    size_t size() {
        std::lock_guard lock(mutex_);
        return storage_.size();
    }
};

int main() {
    Interner names;
    std::string_view mine = names.intern("main");
    std::thread parser([&] {
        for (int i = 0; i < 12; ++i)
            names.intern("v" + std::to_string(i));
    });
    size_t hash = 0;
    for (char c : mine)
        hash = hash * 31 + static_cast<unsigned char>(c);
    parser.join();
    std::cout << names.size() << " names, hash " << hash << '\n';
    return names.size() == 13 ? 0 : 1;
}
