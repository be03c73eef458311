// A scheduler thread runs tasks in order of priority; submit() wakes it with a condition variable.
// guilty: race: submit() pushes before it takes the mutex
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

struct Task {
    int priority;
    std::string name;
    bool operator<(const Task &o) const { return priority < o.priority; }
};

class Scheduler {
    std::priority_queue<Task> tasks;
    std::mutex m;
    std::condition_variable cv;

public:
    void submit(Task t) {
#ifdef GUILTY
        tasks.push(std::move(t));
        { std::lock_guard lock(m); }
#else
        {
            std::lock_guard lock(m);
            tasks.push(std::move(t));
        }
#endif
        cv.notify_one();
    }
    Task next() {
        std::unique_lock lock(m);
        cv.wait(lock, [this] { return !tasks.empty(); });
        Task t = tasks.top();
        tasks.pop();
        return t;
    }
};

int main() {
    Scheduler s;
    int sum = 0;
    std::thread runner([&] {
        for (int i = 0; i < 6; ++i)
            sum += s.next().priority;
    });
    for (int p : {3, 1, 4, 1, 5, 9})
        s.submit({p, "task with priority " + std::to_string(p)});
    runner.join();
    std::cout << sum << '\n';
    return sum == 23 ? 0 : 1;
}
