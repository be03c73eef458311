// One producer, two consumers, and a poison pill for each consumer at the end.
// guilty: race: the total is printed before the consumers are joined
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>

constexpr int pill = -1;

class Channel {
public:
    void send(int x) {
        std::lock_guard<std::mutex> guard(mutex_);
        items_.push(x);
        arrived_.notify_one();
    }
    int receive() {
        std::unique_lock<std::mutex> lock(mutex_);
        arrived_.wait(lock, [this] { return !items_.empty(); });
        int x = items_.front();
        items_.pop();
        return x;
    }
private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::queue<int> items_;
};

int main() {
    Channel channel;
    std::mutex total_mutex;
    int total = 0;
    auto consume = [&] {
        int mine = 0;
        for (int x; (x = channel.receive()) != pill;) mine += x;
        std::lock_guard<std::mutex> guard(total_mutex);
        total += mine;
    };
    std::thread a(consume), b(consume);
    for (int i = 1; i <= 10; ++i) channel.send(i);
    channel.send(pill);
    channel.send(pill);
#ifdef GUILTY
    std::printf("total %d\n", total);
    a.join();
    b.join();
#else
    a.join();
    b.join();
    std::printf("total %d\n", total);
#endif
    return total != 55;
}
