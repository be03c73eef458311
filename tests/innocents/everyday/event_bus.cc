// An event bus: listeners subscribe at any time, publishing calls a copy of the list outside the lock.
// guilty: race: publish walks the live list without the lock
#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class EventBus {
public:
    using Listener = std::function<void(int)>;
    void subscribe(Listener listener) {
        std::lock_guard<std::mutex> guard(mutex_);
        listeners_.push_back(std::move(listener));
    }
    void publish(int event) {
#ifdef GUILTY
        for (auto& listener : listeners_) listener(event);
#else
        std::vector<Listener> copy;
        {
            std::lock_guard<std::mutex> guard(mutex_);
            copy = listeners_;
        }
        for (auto& listener : copy) listener(event);
#endif
    }
    EventBus() { listeners_.reserve(8); }
private:
    std::mutex mutex_;
    std::vector<Listener> listeners_;
};

int main() {
    EventBus bus;
    std::atomic<int> sum{0};
    bus.subscribe([&sum](int e) { sum += e; });
    std::thread publisher([&bus] { for (int i = 1; i <= 4; ++i) bus.publish(i); });
    std::thread subscriber([&] { for (int i = 0; i < 3; ++i) bus.subscribe([&sum](int e) { sum += 10 * e; }); });
    publisher.join();
    subscriber.join();
    std::printf("sum %d\n", sum.load());
    return sum < 10;
}
