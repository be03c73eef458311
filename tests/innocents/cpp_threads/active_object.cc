// An active object: every method posts a message to its own thread, also the question for the state.
// guilty: race: the question for the state reads the member directly
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

class Thermostat {
public:
    ~Thermostat() { send([this] { quit_ = true; }); thread_.join(); }
    void raise(int by) { send([this, by] { target_ += by; }); }
    int target()
    {
#ifdef GUILTY
        return target_;
#else
        auto answer = std::make_shared<std::promise<int>>();
        auto reply = answer->get_future();
        send([this, answer] { answer->set_value(target_); });
        return reply.get();
#endif
    }

private:
    void send(std::function<void()> msg)
    {
        std::lock_guard<std::mutex> lk(m_);
        inbox_.push_back(std::move(msg));
        cv_.notify_one();
    }
    void run()
    {
        while (!quit_) {
            std::unique_lock<std::mutex> lk(m_);
            cv_.wait(lk, [this] { return !inbox_.empty(); });
            auto msg = std::move(inbox_.front());
            inbox_.pop_front();
            lk.unlock();
            msg();
        }
    }
    int target_ = 18;
    bool quit_ = false;
    std::mutex m_;
    std::condition_variable cv_;
    std::deque<std::function<void()>> inbox_;
    std::thread thread_{[this] { run(); }};
};
int main()
{
    Thermostat t;
    t.raise(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::cout << "target " << t.target() << '\n';
}
