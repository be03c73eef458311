// A property bag, string -> std::any, shared by two plugins.
// guilty: race: the setter replaces an existing std::any without the lock
#include <algorithm>
#include <any>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

class Properties {
    std::map<std::string, std::any, std::less<>> bag;
    mutable std::mutex mtx;

public:
    void set(const std::string &name, std::any v) {
#ifndef GUILTY
        std::scoped_lock lock(mtx);
#endif
        bag.insert_or_assign(name, std::move(v));
    }
    template <class T> T get_or(std::string_view name, T fallback) const {
        std::scoped_lock lock(mtx);
        auto it = bag.find(name);
        if (it == bag.end())
            return fallback;
        const T *p = std::any_cast<T>(&it->second);
        return p ? *p : fallback;
    }
};

int main() {
    Properties props;
    props.set("width", 640);
    props.set("title", std::string("untitled"));
    std::thread resizer([&] {
        for (int w = 700; w < 710; ++w)
            props.set("width", w);
    });
    std::thread painter([&] {
        int max = 0;
        for (int i = 0; i < 5; ++i)
            max = std::max(max, props.get_or("width", 0));
        std::cout << "at most " << max << '\n';
    });
    resizer.join();
    painter.join();
    return props.get_or("width", 0) == 709 && props.get_or<std::string>("title", "") == "untitled" ? 0 : 1;
}
