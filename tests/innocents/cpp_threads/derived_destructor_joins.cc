// A worker base class calls a virtual step() in its thread; the derived class stops and joins in its own destructor.
// guilty: race: only the destructor of the base class stops and joins
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

class Worker {
public:
    virtual ~Worker() { stop(); }
    void start()
    {
        thread_ = std::thread([this] { while (!stopping_) step(); });
    }
protected:
    virtual void step() { std::this_thread::yield(); }
    void stop()
    {
        stopping_ = true;
        if (thread_.joinable())
            thread_.join();
    }

private:
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

class Counter : public Worker {
public:
    explicit Counter(long& total) : total_(total) {}
    ~Counter() override
    {
#ifndef GUILTY
        stop();
#endif
        total_ = count_;
    }
    void step() override
    {
        ++count_;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    long count_ = 0;
    long& total_;
};

int main()
{
    long total = 0;
    {
        Counter c(total);
        c.start();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::printf("%s\n", total >= 0 ? "ok" : "negative");
}
