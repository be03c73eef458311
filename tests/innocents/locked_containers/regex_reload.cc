// A filter: threads match lines against one std::regex under a shared lock, a reload replaces it.
// guilty: race: reload() assigns the new expression without the exclusive lock
// missed: a library that was not recorded may order it
#include <iostream>
#include <mutex>
#include <regex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class Filter {
    mutable std::shared_mutex mutex_;
    std::regex pattern_{"[0-9]+"};

public:
    bool matches(const std::string &line) const {
        std::shared_lock lock(mutex_);
        return std::regex_match(line, pattern_);
    }
    void reload(const std::string &text) {
        std::regex fresh(text);
#ifndef GUILTY
        std::unique_lock lock(mutex_);
#endif
        pattern_ = std::move(fresh);
    }
};

int main() {
    Filter filter;
    int hits[2] = {};
    auto scan = [&](int me) {
        for (auto line : {"123", "45", "678"})
            hits[me] += filter.matches(line);
    };
    std::thread a(scan, 0), b(scan, 1);
    filter.reload("[0-9]{1,5}");
    a.join();
    b.join();
    std::cout << hits[0] + hits[1] << " lines match\n";
    return hits[0] + hits[1] == 6 && !filter.matches("123456") ? 0 : 1;
}
