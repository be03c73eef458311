// A bus copies its subscribers under its mutex and calls them without it; the callbacks lock the widget.
// guilty: deadlock: the callbacks are called with the bus locked, while a widget subscribes with itself locked
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Bus {
public:
    void subscribe(std::function<void(int)> f)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        subscribers_.push_back(std::move(f));
    }
    void publish(int event)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        auto copy = subscribers_;
#ifndef GUILTY
        lock.unlock();
#endif
        for (auto& f : copy)
            f(event);
    }

private:
    std::mutex mutex_;
    std::vector<std::function<void(int)>> subscribers_;
};

class Widget {
public:
    void attach(Bus& bus)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        bus.subscribe([this](int e) { on_event(e); });
        ++attached_;
    }
    void on_event(int e)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        last_ = e;
    }
    int attached_ = 0, last_ = 0;
    std::mutex mutex_;
};

int main()
{
    Bus bus;
    Widget widget;
    widget.attach(bus);
    std::thread publisher([&] { bus.publish(7); });
    std::thread gui([&] { widget.attach(bus); });
    publisher.join();
    gui.join();
    std::printf("last event %d, attached %d times\n", widget.last_, widget.attached_);
    return widget.last_ == 7 ? 0 : 1;
}
