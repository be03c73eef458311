// A manual reset event: set() opens it for all that wait, and is_set() asks without waiting, always under the mutex.
// guilty: race: is_set() reads the flag without the mutex
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>

class Event {
public:
    void set()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            set_ = true;
        }
        cv_.notify_all();
    }
    void wait()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        cv_.wait(lock, [this] { return set_; });
    }
    bool is_set() const
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        return set_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable cv_;
    bool set_ = false;
};

int main()
{
    Event ready;
    int answer = 0;
    std::thread thinker([&] {
        answer = 42;
        ready.set();
    });
    int polls = 0;
    while (polls < 3 && !ready.is_set()) {
        ++polls;
        std::this_thread::yield();
    }
    ready.wait();
    std::cout << "answer " << answer << '\n';
    thinker.join();
}
