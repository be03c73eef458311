// A thermometer notifies its observer outside its lock; the observer has a lock of its own and asks back.
// guilty: deadlock: the observer is called while the thermometer is locked
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

class Thermometer {
public:
    explicit Thermometer(std::function<void(int)> observer) : observer_(std::move(observer)) {}
    void set(int degrees) {
        std::unique_lock<std::mutex> lock(mutex_);
        degrees_ = degrees;
#ifndef GUILTY
        lock.unlock();
#endif
        observer_(degrees);
    }
    int get() {
        std::lock_guard<std::mutex> guard(mutex_);
        return degrees_;
    }
private:
    std::mutex mutex_;
    std::function<void(int)> observer_;
    int degrees_ = 0;
};

class Panel {
public:
    void changed(int degrees) {
        std::lock_guard<std::mutex> guard(mutex_);
        highest_ = degrees > highest_ ? degrees : highest_;
    }
    void repaint() {
        std::lock_guard<std::mutex> guard(mutex_);
        std::printf("%d (highest %d)\n", thermometer.get(), highest_);
    }
    int highest() { std::lock_guard<std::mutex> guard(mutex_); return highest_; }
    Thermometer thermometer{[this](int d) { changed(d); }};
private:
    std::mutex mutex_;
    int highest_ = 0;
};

int main() {
    Panel panel;
    std::thread weather([&] { for (int d : {12, 19, 17}) panel.thermometer.set(d); });
    std::thread screen([&] { for (int i = 0; i < 2; ++i) panel.repaint(); });
    weather.join();
    screen.join();
    return panel.highest() != 19;
}
