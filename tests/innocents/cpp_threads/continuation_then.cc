// A future of our own with then(): a continuation that comes too late is called at once, decided under one lock.
// guilty: atomicity: then() looks whether the value is there under one lock and stores the continuation under another
// missed: the value that was read decides what comes next
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

class Deferred {
public:
    void then(std::function<void(int)> f)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (value_) {
            lock.unlock();
            f(*value_);
            return;
        }
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        continuation_ = std::move(f);
    }
    void set(int v)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        value_ = v;
        auto f = std::move(continuation_);
        lock.unlock();
        if (f)
            f(v);
    }

private:
    std::mutex mutex_;
    std::optional<int> value_;
    std::function<void(int)> continuation_;
};

int main()
{
    Deferred d;
    int result = 0;
    std::thread producer([&] { d.set(21); });
    std::thread consumer([&] { d.then([&](int v) { result = 2 * v; }); });
    producer.join();
    consumer.join();
    std::printf("%d\n", result);
    return result == 42 ? 0 : 1;
}
