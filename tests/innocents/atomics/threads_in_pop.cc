// A lock-free stack that counts the threads in pop() and frees the retired nodes when the last one leaves it.
// guilty: uaf, race: the popped node is freed at once, whoever else may be in pop()
#include <atomic>
#include <iostream>
#include <latch>
#include <thread>
#include <utility>

struct Node { int value; Node *next, *garbage = nullptr; };

static std::atomic<Node*> head{nullptr}, retired{nullptr};
static std::atomic<int> threads_in_pop{0};

static void retire(Node* n)
{
    n->garbage = retired.load();
    while (!retired.compare_exchange_weak(n->garbage, n)) {}
}

static void free_all(Node* n)
{
    while (n) delete std::exchange(n, n->garbage);
}

static int pop()
{
    ++threads_in_pop;
    Node* n = head.load();
    while (n && !head.compare_exchange_weak(n, n->next)) {}
    const int value = n ? n->value : 0;
#ifdef GUILTY
    delete n;
    Node* claimed = nullptr;
#else
    if (n) retire(n);
    Node* claimed = threads_in_pop == 1 ? retired.exchange(nullptr) : nullptr;
#endif
    if (--threads_in_pop == 0)
        free_all(claimed);
    else
        while (claimed)
            retire(std::exchange(claimed, claimed->garbage));
    return value;
}

int main()
{
    for (int i = 1; i <= 8; ++i)
        head = new Node{i, head};
    int sums[2] = {};
    std::latch start(2);
    auto drain = [&](int me) {
        start.arrive_and_wait();
        for (int i = 0; i < 4; ++i) sums[me] += pop();
    };
    std::thread a(drain, 0), b(drain, 1);
    a.join(), b.join();
    free_all(retired);
    std::cout << sums[0] + sums[1] << '\n';
}
