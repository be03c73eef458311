// Two consumers drain a std::queue that was filled beforehand; each try_pop is one critical section.
// guilty: atomicity: empty() and pop() are locked separately, so the last job can be popped twice
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <queue>
#include <thread>

template <class T> class LockedQueue {
    std::queue<T> q;
    std::mutex m;

public:
    void push(T v) {
        std::lock_guard<std::mutex> l(m);
        q.push(std::move(v));
    }
    bool empty() {
        std::lock_guard<std::mutex> l(m);
        return q.empty();
    }
    T pop() {
        std::lock_guard<std::mutex> l(m);
        if (q.empty())
            std::abort();
        T v = std::move(q.front());
        q.pop();
        return v;
    }
    bool try_pop(T &v) {
        std::lock_guard<std::mutex> l(m);
        if (q.empty())
            return false;
        v = std::move(q.front());
        q.pop();
        return true;
    }
};

int main() {
    LockedQueue<int> queue;
    for (int i = 1; i <= 6; i++)
        queue.push(i);
    std::atomic<int> sum{0};
    auto consume = [&] {
#ifdef GUILTY
        while (!queue.empty())
            sum += queue.pop();
#else
        for (int v; queue.try_pop(v);)
            sum += v;
#endif
    };
    std::thread a(consume), b(consume);
    a.join();
    b.join();
    std::printf("%d\n", sum.load());
    return sum == 21 ? 0 : 1;
}
