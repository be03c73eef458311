// A scheduler gives the most urgent job to whichever worker asks next.
// guilty: atomicity: a worker asks whether there is a job and takes it under two separate locks
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

struct Job {
    int priority;
    std::string name;
    bool operator<(const Job& other) const { return priority < other.priority; }
};

class Scheduler {
public:
    void add(Job job) {
        std::lock_guard<std::mutex> guard(mutex_);
        jobs_.push(std::move(job));
    }
    bool take(Job& job) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (jobs_.empty()) return false;
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        if (jobs_.empty()) std::abort();
        job = jobs_.top();
        jobs_.pop();
        return true;
    }
private:
    std::mutex mutex_;
    std::priority_queue<Job> jobs_;
};

int main() {
    Scheduler scheduler;
    for (int i = 0; i < 7; ++i) scheduler.add({i * 3 % 7, "job " + std::to_string(i)});
    int done[2] = {0, 0};
    auto worker = [&](int who) {
        Job job;
        while (scheduler.take(job)) done[who]++;
    };
    std::thread a(worker, 0), b(worker, 1);
    a.join();
    b.join();
    std::printf("%d and %d\n", done[0], done[1]);
    return done[0] + done[1] != 7;
}
