// A Treiber stack whose popped nodes are collected per thread and freed only when all threads are done.
// guilty: uaf, race: a popped node is deleted at once, while another pop may be looking at it
// missed: the value that was read decides what comes next
#include <atomic>
#include <iostream>
#include <latch>
#include <thread>
#include <vector>

struct Node {
    int value;
    Node* next = nullptr;
};

class Stack {
    std::atomic<Node*> head_{nullptr};

public:
    void push(int v)
    {
        Node* n = new Node{v, head_.load()};
        while (!head_.compare_exchange_weak(n->next, n)) {}
    }
    bool pop(int& v, std::vector<Node*>& retired)
    {
        Node* n = head_.load();
        while (n && !head_.compare_exchange_weak(n, n->next)) {}
        if (!n)
            return false;
        v = n->value;
#ifdef GUILTY
        (void)retired;
        delete n;
#else
        retired.push_back(n);
#endif
        return true;
    }
};

int main()
{
    Stack stack;
    for (int i = 1; i <= 10; ++i)
        stack.push(i);
    std::vector<Node*> retired[2];
    int sums[2] = {0, 0};
    std::latch start(2);
    auto drain = [&](int me) {
        start.arrive_and_wait();
        for (int v, i = 0; i < 5 && stack.pop(v, retired[me]); ++i)
            sums[me] += v;
    };
    std::thread a(drain, 0), b(drain, 1);
    a.join();
    b.join();
    for (auto& list : retired)
        for (Node* n : list) delete n;
    std::cout << sums[0] + sums[1] << '\n';
    return sums[0] + sums[1] == 55 ? 0 : 1;
}
