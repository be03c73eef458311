// Synchronized<T> lets the wrapped vector be used only inside a function that runs under the lock.
// guilty: race, uaf: a reference to an element is carried out of the locked function
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

template <class T> class Synchronized {
    T value;
    std::mutex mutex;

public:
    template <class... A> explicit Synchronized(A &&...a) : value(std::forward<A>(a)...) {}
    template <class F> decltype(auto) with(F &&f) {
        std::lock_guard<std::mutex> lock(mutex);
        return std::forward<F>(f)(value);
    }
};

int main() {
    Synchronized<std::vector<int>> data(3, 7);
    std::thread grower([&] {
        for (int i = 0; i < 10; ++i)
            data.with([&](auto &v) {
                v.push_back(i);
                v.front() = 7;
            });
    });
#ifdef GUILTY
    int &first = data.with([](auto &v) -> int & { return v.front(); });
#else
    int first = data.with([](auto &v) { return v.front(); });
#endif
    std::cout << "first is " << first << '\n';
    grower.join();
    return data.with([](auto &v) { return v.size(); }) == 13 ? 0 : 1;
}
