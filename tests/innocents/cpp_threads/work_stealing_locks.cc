// Every worker has a locked deque: it takes from the back of its own and steals from the front of the others.
// guilty: race: a thief does not lock the deque of its victim
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

class WorkQueue {
    std::mutex mutex_;
    std::deque<int> tasks_;

public:
    void push(int task)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        tasks_.push_back(task);
    }
    std::optional<int> pop()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (tasks_.empty())
            return std::nullopt;
        int t = tasks_.back();
        tasks_.pop_back();
        return t;
    }
    std::optional<int> steal()
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        if (tasks_.empty())
            return std::nullopt;
        int t = tasks_.front();
        tasks_.pop_front();
        return t;
    }
};

int main()
{
    WorkQueue queues[2];
    int sums[2] = {0, 0};
    auto work = [&](int me) {
        for (int i = 1; i <= 5; ++i)
            queues[me].push(i);
        for (;;) {
            auto task = queues[me].pop();
            if (!task && !(task = queues[1 - me].steal()))
                break;
            sums[me] += *task;
        }
    };
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    std::printf("%d\n", sums[0] + sums[1]);
    return sums[0] + sums[1] == 30 ? 0 : 1;
}
