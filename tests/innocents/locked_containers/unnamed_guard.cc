// A ring of recent events in a deque with a fixed length, pushed to by two threads.
// guilty: race: the guard has no name, so it unlocks at the end of its own statement
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

class Recent {
    std::deque<std::string> events;
    std::mutex m;

public:
    void push(std::string e) {
#ifdef GUILTY
        std::unique_lock<std::mutex>{m};
#else
        std::unique_lock<std::mutex> lock{m};
#endif
        events.push_back(std::move(e));
        if (events.size() > 5)
            events.pop_front();
    }
    std::size_t count() {
        std::lock_guard<std::mutex> lock(m);
        return events.size();
    }
};

int main() {
    Recent recent;
    std::thread disk([&] {
        for (int i = 0; i < 4; i++)
            recent.push("disk " + std::to_string(i));
    });
    std::thread net([&] {
        for (int i = 0; i < 4; i++)
            recent.push("net " + std::to_string(i));
    });
    disk.join();
    net.join();
    std::printf("%zu recent events\n", recent.count());
    return recent.count() == 5 ? 0 : 1;
}
