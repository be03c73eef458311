// A lock-free stack of shared_ptr nodes behind a std::atomic<std::shared_ptr>, which needs no special reclamation.
// guilty: null, atomicity: pop() loads the head, and loads it once more for the next pointer
// missed: the value that was read decides what comes next
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

struct Node {
    int value;
    std::shared_ptr<Node> next;
};

class Stack {
    std::atomic<std::shared_ptr<Node>> head_;

public:
    void push(int v)
    {
        auto n = std::make_shared<Node>(Node{v, head_.load()});
        while (!head_.compare_exchange_weak(n->next, n)) {}
    }
    int pop()
    {
        auto n = head_.load();
#ifdef GUILTY
        while (n && !head_.compare_exchange_weak(n, head_.load()->next)) {}
#else
        while (n && !head_.compare_exchange_weak(n, n->next)) {}
#endif
        return n ? n->value : 0;
    }
};

int main()
{
    Stack stack;
    for (int i = 1; i <= 6; ++i)
        stack.push(i);
    int sums[2] = {0, 0};
    auto drain = [&](int me) {
        while (int v = stack.pop())
            sums[me] += v;
    };
    std::thread a(drain, 0), b(drain, 1);
    a.join();
    b.join();
    std::printf("%d\n", sums[0] + sums[1]);
    return sums[0] + sums[1] == 21 ? 0 : 1;
}
