// A subject holds weak_ptrs to its observers and locks them to notify; an observer may go away at any time.
// guilty: uaf, race: the subject keeps raw pointers
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Observer {
    virtual ~Observer() = default;
    virtual void update(int value) = 0;
};

struct Display : Observer {
    int shown = 0;
    void update(int value) override { shown = value; }
};

class Subject {
public:
#ifdef GUILTY
    void attach(const std::shared_ptr<Observer>& o) { observers_.push_back(o.get()); }
    void notify(int value)
    {
        for (auto* o : observers_)
            o->update(value);
    }
    std::vector<Observer*> observers_;
#else
    void attach(const std::shared_ptr<Observer>& o) { observers_.push_back(o); }
    void notify(int value)
    {
        for (auto& w : observers_)
            if (auto o = w.lock())
                o->update(value);
    }
    std::vector<std::weak_ptr<Observer>> observers_;
#endif
};

int main()
{
    Subject subject;
    auto display = std::make_shared<Display>();
    subject.attach(display);

    std::thread sensor([&] {
        for (int i = 1; i <= 3; ++i)
            subject.notify(i);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    display.reset();
    sensor.join();
    std::cout << "done\n";
}
