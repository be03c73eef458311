// A work-stealing deque after Chase and Lev, with the fences of Le and others: the owner pushes and
// takes at the bottom, a thief steals from the top.
// guilty: race: push() lacks its fence, so a thief may see a task that is not filled in yet
#include <atomic>
#include <cstdio>
#include <thread>

struct Task {
    int cost;
};

class Deque {
    std::atomic<long> top{0}, bottom{0};
    std::atomic<Task*> slots[64] = {};

public:
    void push(Task* task)
    {
        long b = bottom.load(std::memory_order_relaxed);
        slots[b % 64].store(task, std::memory_order_relaxed);
#ifndef GUILTY
        std::atomic_thread_fence(std::memory_order_release);
#endif
        bottom.store(b + 1, std::memory_order_relaxed);
    }
    Task* take()
    {
        long b = bottom.load(std::memory_order_relaxed) - 1;
        bottom.store(b, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        long t = top.load(std::memory_order_relaxed);
        Task* task = nullptr;
        if (t <= b)
            task = slots[b % 64].load(std::memory_order_relaxed);
        if (t == b && !top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
            task = nullptr;
        if (t >= b)
            bottom.store(b + 1, std::memory_order_relaxed);
        return task;
    }
    Task* steal()
    {
        long t = top.load(std::memory_order_acquire);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (t >= bottom.load(std::memory_order_acquire))
            return nullptr;
        Task* task = slots[t % 64].load(std::memory_order_relaxed);
        return top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed) ? task : nullptr;
    }
};

int main()
{
    Deque deque;
    std::atomic<int> done{0}, cost{0};
    auto run = [&](Task* task) {
        if (!task)
            return std::this_thread::yield();
        cost.fetch_add(task->cost, std::memory_order_relaxed);
        delete task;
        done.fetch_add(1, std::memory_order_relaxed);
    };
    std::thread thief([&] {
        while (done.load(std::memory_order_relaxed) < 40)
            run(deque.steal());
    });
    for (int i = 0; i < 40; ++i) {
        deque.push(new Task{i});
        if (i % 3 == 0)
            run(deque.take());
        else if (i % 5 == 0)
            std::this_thread::yield();
    }
    while (done.load(std::memory_order_relaxed) < 40)
        run(deque.take());
    thief.join();
    std::printf("%d\n", cost.load());
    return cost != 780;
}
