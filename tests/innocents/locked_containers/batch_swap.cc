// A logger: producers append to a vector, the writer swaps it out and formats outside the lock.
// guilty: race: the writer formats the shared vector itself after unlocking
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Logger {
    std::mutex m_;
    std::vector<std::string> pending_;
    size_t written_ = 0;

public:
    void log(std::string line) {
        std::lock_guard<std::mutex> lk(m_);
        pending_.push_back(std::move(line));
    }
    void flush() {
        std::unique_lock<std::mutex> lk(m_);
#ifdef GUILTY
        std::vector<std::string> &batch = pending_;
        lk.unlock();
#else
        std::vector<std::string> batch;
        batch.swap(pending_);
        lk.unlock();
#endif
        for (const auto &line : batch)
            written_ += line.size();
        batch.clear();
    }
    size_t written() const { return written_; }
};

int main() {
    Logger log;
    log.log("start");
    std::thread producer([&] {
        for (int i = 0; i < 5; ++i)
            log.log("line " + std::to_string(i));
    });
    log.flush();
    producer.join();
    log.flush();
    std::cout << log.written() << " characters\n";
    return log.written() == 35 ? 0 : 1;
}
