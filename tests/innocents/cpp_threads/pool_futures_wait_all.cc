// A one-thread pool whose submit() returns futures; main waits for both jobs before it reads what they have summed up.
// guilty: race: main waits for the first future only
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <mutex>
#include <thread>

class Pool {
    std::mutex m;
    std::condition_variable cv;
    std::deque<std::function<void()>> q;
    std::thread worker{[this] { loop(); }};

    void loop()
    {
        for (;;) {
            std::unique_lock lk(m);
            cv.wait(lk, [this] { return !q.empty(); });
            auto f = std::move(q.front());
            q.pop_front();
            lk.unlock();
            if (!f) return;
            f();
        }
    }
    void push(std::function<void()> f)
    {
        std::lock_guard lk(m);
        q.push_back(std::move(f));
        cv.notify_one();
    }

public:
    ~Pool() { push(nullptr); worker.join(); }

    template <class F> auto submit(F f) -> std::future<decltype(f())>
    {
        auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
        auto result = task->get_future();
        push([task] { (*task)(); });
        return result;
    }
};
int running_total = 0;
int main()
{
    Pool pool;
    auto a = pool.submit([] { return running_total += 20; });
    auto b = pool.submit([] { return running_total += 22; });
    int first = a.get();
    std::this_thread::sleep_for(std::chrono::milliseconds(5)); // other work
#ifndef GUILTY
    b.wait();
#endif
    std::cout << first << ' ' << running_total << '\n';
}
