// A monitor<T> wrapper runs every access to its object under its mutex and returns copies.
// guilty: race: one access returns a reference, which is then used outside
#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

template <class T>
class monitor {
    mutable std::mutex mutex_;
    T object_;

public:
    template <class F>
    decltype(auto) operator()(F&& f)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return std::forward<F>(f)(object_);
    }
};

using Stock = std::map<std::string, int>;

int main()
{
    monitor<Stock> stock;
    stock([](Stock& s) { s["bolts"] = 10; });

    std::thread delivery([&] {
        for (int i = 0; i < 5; ++i) {
            stock([](Stock& s) { s["bolts"] += 10; });
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    std::thread clerk([&] {
#ifdef GUILTY
        const int& bolts = stock([](Stock& s) -> int& { return s["bolts"]; });
#else
        int bolts = stock([](Stock& s) { return s["bolts"]; });
#endif
        std::cout << (bolts >= 10 ? "enough" : "short") << '\n';
    });
    delivery.join();
    clerk.join();
    int left = stock([](Stock& s) { return s["bolts"]; });
    return left == 60 ? 0 : 1;
}
