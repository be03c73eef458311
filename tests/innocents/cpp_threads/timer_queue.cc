// A timer thread runs callbacks at their time from a multimap; finish() lets the remaining ones run and joins.
// guilty: race: fired() reads the counter without the mutex
#include <chrono>
#include <condition_variable>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
class TimerQueue {
    std::mutex m;
    std::condition_variable cv;
    std::multimap<Clock::time_point, std::function<void()>> timers;
    int count = 0;
    bool stop = false;
    std::thread thread{[this] { run(); }};

    void run()
    {
        std::unique_lock lk(m);
        while (!stop || !timers.empty()) {
            auto due = timers.empty() ? Clock::now() + 1h : timers.begin()->first;
            if (cv.wait_until(lk, due) == std::cv_status::no_timeout || timers.empty())
                continue;
            timers.begin()->second();
            timers.erase(timers.begin());
            ++count;
        }
    }

public:
    void after(std::chrono::milliseconds delay, std::function<void()> f)
    {
        std::lock_guard lk(m);
        timers.emplace(Clock::now() + delay, std::move(f));
        cv.notify_one();
    }
    int fired()
    {
#ifndef GUILTY
        std::lock_guard lk(m);
#endif
        return count;
    }
    void finish() { { std::lock_guard lk(m); stop = true; } cv.notify_one(); thread.join(); }
};

int main()
{
    TimerQueue timers;
    int sum = 0;
    timers.after(20ms, [&] { sum += 10; });
    timers.after(1ms, [&] { sum += 5; });
    std::this_thread::sleep_for(10ms);
    std::cout << timers.fired() << " so far\n";
    timers.finish();
    return sum == 15 ? 0 : 1;
}
