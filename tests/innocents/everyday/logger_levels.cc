// A logger with levels: callers queue their lines, one worker thread formats and stores them.
// guilty: race: the number of suppressed lines is counted before the mutex is taken
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

enum class Level { debug, info, error };

class Logger {
public:
    explicit Logger(Level threshold) : threshold_(threshold), worker_([this] { run(); }) {}
    ~Logger() {
        log(Level::error, "");   // an empty line means the end
        worker_.join();
        std::printf("%zu written, %d suppressed\n", written_.size(), suppressed_);
    }
    void log(Level level, std::string text) {
#ifdef GUILTY
        if (level < threshold_) { ++suppressed_; return; }
        std::lock_guard<std::mutex> guard(mutex_);
#else
        std::lock_guard<std::mutex> guard(mutex_);
        if (level < threshold_) { ++suppressed_; return; }
#endif
        queue_.push_back(std::move(text));
        wake_.notify_one();
    }
private:
    void run() {
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return !queue_.empty(); });
            if (queue_.front().empty()) return;
            std::string line = "[log] " + queue_.front();
            queue_.pop_front();
            written_.push_back(line);
        }
    }
    const Level threshold_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::string> queue_;
    std::vector<std::string> written_;
    int suppressed_ = 0;
    std::thread worker_;
};

int main() {
    Logger log(Level::info);
    auto chatter = [&log](int who) {
        for (int i = 0; i < 6; ++i) log.log(i % 2 ? Level::error : Level::debug, "line " + std::to_string(who * 10 + i));
    };
    std::thread a(chatter, 1), b(chatter, 2);
    a.join(); b.join();
}
