// A PIMPL class with a mutable mutex in its implementation; also the const members lock it.
// guilty: race: the const member size() does not lock
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class History {
public:
    History();
    ~History();
    void append(const std::string& line);
    std::size_t size() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

struct History::Impl {
    mutable std::mutex mutex;
    std::vector<std::string> lines;
};

History::History() : impl_(std::make_unique<Impl>()) {}
History::~History() = default;

void History::append(const std::string& line)
{
    std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->lines.push_back(line);
}

std::size_t History::size() const
{
#ifndef GUILTY
    std::lock_guard<std::mutex> lock(impl_->mutex);
#endif
    return impl_->lines.size();
}

int main()
{
    History history;
    std::thread typist([&] {
        for (const char* cmd : {"ls", "cd src", "make", "make test"})
            history.append(cmd);
    });
    std::size_t seen = history.size();
    typist.join();
    std::printf("%s, %zu lines in the end\n", seen <= 4 ? "fine" : "odd", history.size());
    return history.size() == 4 ? 0 : 1;
}
