// A readers-writer lock that lets waiting writers go first, used through std::shared_lock.
// guilty: race: a reader does not count itself
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

class WriterFirstLock {
public:
    void lock_shared() {
        std::unique_lock<std::mutex> guard(m_);
        cv_.wait(guard, [this] { return !writing_ && waiting_writers_ == 0; });
#ifndef GUILTY
        ++readers_;
#endif
    }
    void unlock_shared() {
        std::lock_guard<std::mutex> guard(m_);
        if (readers_ > 0 && --readers_ == 0) cv_.notify_all();
    }
    void lock() {
        std::unique_lock<std::mutex> guard(m_);
        ++waiting_writers_;
        cv_.wait(guard, [this] { return !writing_ && readers_ == 0; });
        --waiting_writers_;
        writing_ = true;
    }
    void unlock() {
        std::lock_guard<std::mutex> guard(m_);
        writing_ = false;
        cv_.notify_all();
    }
private:
    std::mutex m_;
    std::condition_variable cv_;
    int readers_ = 0, waiting_writers_ = 0;
    bool writing_ = false;
};

int main() {
    WriterFirstLock lock;
    std::map<char, int> scores{{'a', 1}, {'b', 2}};
    int best = 0;
    std::thread reader([&] {
        for (int i = 0; i < 6; ++i) {
            std::shared_lock guard(lock);
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            best = std::max(best, scores.at('a'));
        }
    });
    std::thread writer([&] { for (int i = 0; i < 6; ++i) { std::unique_lock guard(lock); scores['a'] += i; } });
    writer.join(); reader.join();
    std::printf("best seen %d of %d\n", best, scores['a']);
    return scores['a'] != 16;
}
