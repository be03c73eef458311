// A bounded blocking queue template with two conditions, and a gauge that shows how full it is.
// guilty: race: size() reads the container without the mutex
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

template <typename T>
class BoundedQueue {
public:
    explicit BoundedQueue(std::size_t limit) : limit_(limit) {}
    void push(T value) {
        std::unique_lock<std::mutex> lock(mutex_);
        not_full_.wait(lock, [this] { return items_.size() < limit_; });
        items_.push_back(std::move(value));
        not_empty_.notify_one();
    }
    T pop() {
        std::unique_lock<std::mutex> lock(mutex_);
        not_empty_.wait(lock, [this] { return !items_.empty(); });
        T value = std::move(items_.front());
        items_.pop_front();
        not_full_.notify_one();
        return value;
    }
    std::size_t size() {
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(mutex_);
#endif
        return items_.size();
    }
private:
    const std::size_t limit_;
    std::mutex mutex_;
    std::condition_variable not_full_, not_empty_;
    std::deque<T> items_;
};

int main() {
    BoundedQueue<int> queue(3);
    std::thread producer([&queue] { for (int i = 1; i <= 20; ++i) queue.push(i); });
    std::size_t fullest = 0;
    std::thread gauge([&] {
        for (int i = 0; i < 10; ++i) {
            std::size_t now = queue.size();
            if (now > fullest) fullest = now;
        }
    });
    int sum = 0;
    for (int i = 0; i < 20; ++i) sum += queue.pop();
    producer.join();
    gauge.join();
    std::printf("sum %d, fullest %zu\n", sum, fullest);
    return sum != 210;
}
