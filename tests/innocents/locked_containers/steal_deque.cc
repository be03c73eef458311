// Work stealing the simple way: the owner takes jobs from the back of a deque, a thief from the front.
// guilty: race: the thief takes from the front without the queue's mutex
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

class WorkQueue {
    std::deque<int> jobs;
    std::mutex m;

public:
    void push(int job) {
        std::lock_guard<std::mutex> lock(m);
        jobs.push_back(job);
    }
    std::optional<int> pop() {
        std::lock_guard<std::mutex> lock(m);
        if (jobs.empty())
            return std::nullopt;
        int j = jobs.back();
        jobs.pop_back();
        return j;
    }
    std::optional<int> steal() {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(m);
#endif
        if (jobs.empty())
            return std::nullopt;
        int j = jobs.front();
        jobs.pop_front();
        return j;
    }
};

int main() {
    WorkQueue q;
    for (int i = 1; i <= 20; i++)
        q.push(i);
    int stolen = 0, own = 0;
    std::thread thief([&] {
        for (int i = 0; i < 5; i++)
            stolen += q.steal().value_or(0);
    });
    for (int i = 0; i < 8; i++)
        own += q.pop().value_or(0);
    thief.join();
    while (auto j = q.pop())
        own += *j;
    std::printf("own %d + stolen %d\n", own, stolen);
    return own + stolen == 210 ? 0 : 1;
}
