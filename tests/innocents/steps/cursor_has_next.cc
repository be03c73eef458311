// Two threads read lines from one document through a shared cursor.
// guilty: atomicity: has_next() and next() are two critical sections
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Cursor {
public:
    bool has_next() { std::lock_guard<std::mutex> guard(mutex_); return at_ < lines_.size(); }
    std::string next() {
        std::lock_guard<std::mutex> guard(mutex_);
        if (at_ == lines_.size()) std::abort();
        return lines_[at_++];
    }
    bool next(std::string& line) {
        std::lock_guard<std::mutex> guard(mutex_);
        if (at_ == lines_.size()) return false;
        line = lines_[at_++];
        return true;
    }
private:
    std::mutex mutex_;
    std::vector<std::string> lines_{"one", "two", "three"};
    std::size_t at_ = 0;
};

int main() {
    Cursor cursor;
    std::size_t letters[2] = {0, 0};
    auto read = [&](int me) {
#ifdef GUILTY
        while (cursor.has_next()) letters[me] += cursor.next().size();
#else
        std::string line;
        while (cursor.next(line)) letters[me] += line.size();
#endif
    };
    std::thread a(read, 0), b(read, 1);
    a.join();
    b.join();
    std::printf("%zu letters\n", letters[0] + letters[1]);
    return letters[0] + letters[1] == 11 ? 0 : 1;
}
