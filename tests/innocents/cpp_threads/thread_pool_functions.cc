// A small thread pool of std::function jobs; the destructor lets the queue run empty and joins.
// guilty: race: the destructor sets the done flag without the mutex
#include <condition_variable>
#include <functional>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
public:
    explicit ThreadPool(unsigned n) { while (n--) workers_.emplace_back([this] { run(); }); }
    ~ThreadPool()
    {
        {
#ifndef GUILTY
            std::lock_guard<std::mutex> lock(mutex_);
#endif
            done_ = true;
        }
        wake_.notify_all();
        for (auto& w : workers_) w.join();
    }
    void submit(std::function<void()> job)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        jobs_.push(std::move(job));
        wake_.notify_one();
    }

private:
    void run()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (wake_.wait(lock, [this] { return done_ || !jobs_.empty(); }), !jobs_.empty()) {
            auto job = std::move(jobs_.front());
            jobs_.pop();
            lock.unlock();
            job();
            lock.lock();
        }
    }
    std::mutex mutex_;
    std::condition_variable wake_;
    std::queue<std::function<void()>> jobs_;
    bool done_ = false;
    std::vector<std::thread> workers_;
};

int main()
{
    int squares[8] = {};
    {
        ThreadPool pool(3);
        for (int i = 0; i < 8; ++i)
            pool.submit([&squares, i] { squares[i] = i * i; });
    }
    std::cout << squares[7] << '\n';
}
