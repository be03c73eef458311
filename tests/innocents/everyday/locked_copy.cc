// A roster gives out copies of its list, so that callers can iterate without holding the lock.
// guilty: race: it gives out a reference to the list
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Roster {
public:
    Roster() { names_.reserve(16); }
    void add(std::string name) {
        std::lock_guard<std::mutex> guard(mutex_);
        names_.push_back(std::move(name));
    }
#ifdef GUILTY
    const std::vector<std::string>& names() {
#else
    std::vector<std::string> names() {
#endif
        std::lock_guard<std::mutex> guard(mutex_);
        return names_;
    }
private:
    std::mutex mutex_;
    std::vector<std::string> names_;
};

int main() {
    Roster roster;
    roster.add("captain");
    std::thread recruiter([&roster] {
        for (int i = 0; i < 8; ++i) {
            roster.add("sailor " + std::to_string(i));
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    });
    std::size_t letters = 0;
    for (int i = 0; i < 4; ++i)
        for (const auto& name : roster.names()) letters += name.size();
    recruiter.join();
    std::printf("%zu aboard, %zu letters read\n", roster.names().size(), letters);
    return roster.names().size() != 9 || letters < 28;
}
