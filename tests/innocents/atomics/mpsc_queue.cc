// A multi-producer single-consumer queue that always has one empty node: producers exchange the tail and then link.
// guilty: race: the link to the new node is stored with relaxed
#include <atomic>
#include <iostream>
#include <thread>

struct Node {
    std::atomic<Node*> next{nullptr};
    int value = 0;
};

class MpscQueue {
    std::atomic<Node*> tail_;
    Node* head_;

public:
    MpscQueue() : tail_(new Node), head_(tail_.load()) {}
    ~MpscQueue() { delete head_; }
    void push(int v)
    {
        Node* n = new Node;
        n->value = v;
        Node* prev = tail_.exchange(n, std::memory_order_acq_rel);
#ifdef GUILTY
        prev->next.store(n, std::memory_order_relaxed);
#else
        prev->next.store(n, std::memory_order_release);
#endif
    }
    bool pop(int& v) // by the consumer only
    {
        Node* next = head_->next.load(std::memory_order_acquire);
        if (!next)
            return false;
        v = next->value;
        delete head_;
        head_ = next;
        return true;
    }
};

int main()
{
    MpscQueue queue;
    auto produce = [&](int from) { for (int i = 0; i < 5; ++i) queue.push(from + i); };
    std::thread a(produce, 1), b(produce, 6);
    int sum = 0;
    for (int n = 0; n < 10;) {
        int v = 0;
        if (queue.pop(v))
            sum += v, ++n;
        else
            std::this_thread::yield();
    }
    a.join();
    b.join();
    std::cout << sum << '\n';
    return sum == 55 ? 0 : 1;
}
