// A pipeline of three stages: parse, scale, collect; each record is handed on by pointer.
// guilty: race: the second stage stamps a record after it handed it on
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Record { int value; std::string stamp; };
using RecordPtr = std::shared_ptr<Record>;

class Pipe {
public:
    void put(RecordPtr r) {
        std::lock_guard<std::mutex> guard(mutex_);
        records_.push_back(std::move(r));
        ready_.notify_one();
    }
    RecordPtr get() {
        std::unique_lock<std::mutex> lock(mutex_);
        ready_.wait(lock, [this] { return !records_.empty(); });
        RecordPtr r = std::move(records_.front());
        records_.pop_front();
        return r;
    }
private:
    std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<RecordPtr> records_;
};

int main() {
    Pipe parsed, scaled;
    std::thread parse([&] {
        for (const char* text : {"3", "14", "15", "9"}) parsed.put(std::make_shared<Record>(Record{std::stoi(text), ""}));
        parsed.put(nullptr);
    });
    std::thread scale([&] {
        while (RecordPtr r = parsed.get()) {
            r->value *= 10;
#ifdef GUILTY
            scaled.put(r);
            r->stamp = "scaled";
#else
            r->stamp = "scaled";
            scaled.put(r);
#endif
        }
        scaled.put(nullptr);
    });
    int sum = 0;
    while (RecordPtr r = scaled.get()) sum += r->value + (r->stamp.empty() ? 0 : 1);
    parse.join();
    scale.join();
    std::printf("sum %d\n", sum);
    return sum < 410;
}
