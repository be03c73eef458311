// A string buffer appends another one, whose length and characters it asks for under that one's lock.
// guilty: atomicity: length and characters are asked for in two critical sections, and it may be emptied between
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

class StringBuffer {
public:
    explicit StringBuffer(std::string text) : text_(std::move(text)) {}
    std::size_t length() const {
        std::lock_guard<std::recursive_mutex> guard(mutex_);
        return text_.size();
    }
    void get_chars(std::size_t from, std::size_t to, std::string& into) const {
        std::lock_guard<std::recursive_mutex> guard(mutex_);
        if (to > text_.size()) throw std::out_of_range("get_chars");
        into.append(text_, from, to - from);
    }
    void set_length(std::size_t n) {
        std::lock_guard<std::recursive_mutex> guard(mutex_);
        text_.resize(n);
    }
    void append(const StringBuffer& other) {
        std::string copy;
        {
#ifndef GUILTY
            std::lock_guard<std::recursive_mutex> guard(other.mutex_);
#endif
            other.get_chars(0, other.length(), copy);
        }
        std::lock_guard<std::recursive_mutex> guard(mutex_);
        text_ += copy;
    }
private:
    mutable std::recursive_mutex mutex_;
    std::string text_;
};

int main() {
    StringBuffer all("so far: "), part("a piece of text");
    std::thread appender([&] { all.append(part); });
    std::thread eraser([&] { part.set_length(0); });
    appender.join();
    eraser.join();
    std::printf("%s\n", all.length() >= 8 ? "appended" : "odd");
}
