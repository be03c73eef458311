// A lock-free stack that is only pushed to by the threads; a collector takes the whole list with one exchange.
// guilty: race: the push publishes the node with relaxed
#include <atomic>
#include <cstdio>
#include <thread>

struct Node {
    int value;
    Node* next;
};

static std::atomic<Node*> top{nullptr};

static void push(int value)
{
    Node* n = new Node{value, top.load(std::memory_order_relaxed)};
#ifdef GUILTY
    while (!top.compare_exchange_weak(n->next, n, std::memory_order_relaxed))
#else
    while (!top.compare_exchange_weak(n->next, n, std::memory_order_release, std::memory_order_relaxed))
#endif
        ;
}

int main()
{
    auto produce = [](int from) { for (int i = 0; i < 5; ++i) push(from + i); };
    int sum = 0, taken = 0;
    std::thread a(produce, 1), b(produce, 6);
    std::thread collector([&] {
        while (taken < 10) {
            Node* list = top.exchange(nullptr, std::memory_order_acquire);
            if (!list)
                std::this_thread::yield();
            while (list) {
                Node* n = list;
                list = list->next;
                sum += n->value;
                ++taken;
                delete n;
            }
        }
    });
    a.join();
    b.join();
    collector.join();
    std::printf("%d\n", sum);
    return sum == 55 ? 0 : 1;
}
