// An MCS queue lock: every waiter spins on a flag in its own node, which its predecessor clears.
// guilty: race: the lock is handed over with relaxed
#include <atomic>
#include <cstdio>
#include <thread>

#ifdef GUILTY
constexpr auto hand_over = std::memory_order_relaxed;
#else
constexpr auto hand_over = std::memory_order_release;
#endif
struct QNode {
    std::atomic<QNode*> next{nullptr};
    std::atomic<bool> waiting{false};
};

class McsLock {
    std::atomic<QNode*> tail_{nullptr};

public:
    void lock(QNode& me)
    {
        me.next.store(nullptr, std::memory_order_relaxed);
        me.waiting.store(true, std::memory_order_relaxed);
        if (QNode* prev = tail_.exchange(&me, std::memory_order_acq_rel)) {
            prev->next.store(&me, std::memory_order_release);
            while (me.waiting.load(std::memory_order_acquire))
                std::this_thread::yield();
        }
    }
    void unlock(QNode& me)
    {
        QNode* next = me.next.load(std::memory_order_acquire);
        if (!next) {
            QNode* expected = &me;
            if (tail_.compare_exchange_strong(expected, nullptr, hand_over, std::memory_order_relaxed))
                return;
            while (!(next = me.next.load(std::memory_order_acquire)))
                std::this_thread::yield();
        }
        next->waiting.store(false, hand_over);
    }
};

int main()
{
    McsLock lock;
    int shared = 0;
    auto work = [&] {
        QNode node;
        for (int i = 0; i < 6; ++i) {
            lock.lock(node);
            ++shared;
            lock.unlock(node);
        }
    };
    std::thread a(work), b(work), c(work);
    a.join(), b.join(), c.join();
    std::printf("%d\n", shared);
}
