// An event loop runs in main; other threads post callbacks, and the loop swaps the pending list out under the mutex.
// guilty: race: the loop looks whether the list is empty before it locks
#include <chrono>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class EventLoop {
public:
    void post(std::function<void()> f)
    {
        std::lock_guard<std::mutex> lk(mutex_);
        pending_.push_back(std::move(f));
    }
    void run()
    {
        while (!quit_) {
            std::vector<std::function<void()>> batch;
#ifdef GUILTY
            if (!pending_.empty())
#endif
            {
                std::lock_guard<std::mutex> lk(mutex_);
                batch.swap(pending_);
            }
            for (auto& f : batch)
                f();
            if (batch.empty())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    void quit() { quit_ = true; } // from a callback only

private:
    std::mutex mutex_;
    std::vector<std::function<void()>> pending_;
    bool quit_ = false;
};

int main()
{
    EventLoop loop;
    int clicks = 0, producers = 2;
    auto produce = [&] {
        for (int i = 0; i < 3; ++i)
            loop.post([&] { ++clicks; });
        loop.post([&] {
            if (--producers == 0)
                loop.quit();
        });
    };
    std::thread mouse(produce), keyboard(produce);
    loop.run();
    mouse.join();
    keyboard.join();
    std::printf("%d clicks\n", clicks);
    return clicks == 6 ? 0 : 1;
}
