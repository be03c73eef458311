// A queue lock after Craig, Landin and Hagersten: each waits for the node of who came before.
// guilty: race: the lock is given back with relaxed
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

struct Node {
    std::atomic<bool> locked{false};
};

class ClhLock {
    std::atomic<Node*> tail{new Node};

public:
    ~ClhLock() { delete tail.load(); }
    Node* lock(Node* mine)
    {
        mine->locked.store(true, std::memory_order_relaxed);
        Node* before = tail.exchange(mine, std::memory_order_acq_rel);
        while (before->locked.load(std::memory_order_acquire))
            std::this_thread::yield();
        return before;
    }
    void unlock(Node* mine)
    {
#ifdef GUILTY
        mine->locked.store(false, std::memory_order_relaxed);
#else
        mine->locked.store(false, std::memory_order_release);
#endif
    }
};

int main()
{
    ClhLock lock;
    int tickets = 0;
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&] {
            Node* mine = new Node;
            for (int k = 0; k < 15; ++k) {
                Node* before = lock.lock(mine);
                ++tickets;
                lock.unlock(mine);
                mine = before;  // nobody waits for it any more
            }
            delete mine;
        });
    for (std::thread& worker : workers)
        worker.join();
    std::printf("%d tickets\n", tickets);
    return tickets != 45;
}
