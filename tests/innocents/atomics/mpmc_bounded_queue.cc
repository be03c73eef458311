// A bounded queue for many producers and consumers: each cell has a sequence number that says whose turn it is.
// guilty: race: a producer publishes its cell with relaxed
#include <atomic>
#include <cstdio>
#include <thread>

class Queue {
    static constexpr unsigned size = 4;
    struct Cell { std::atomic<unsigned> seq; int data; };
    Cell cells[size] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    std::atomic<unsigned> head{0}, tail{0};

    Cell* claim(std::atomic<unsigned>& position, unsigned ahead, unsigned& pos)
    {
        for (pos = position.load(std::memory_order_relaxed);;) {
            Cell& c = cells[pos % size];
            int diff = static_cast<int>(c.seq.load(std::memory_order_acquire) - (pos + ahead));
            if (diff < 0) return nullptr;
            if (diff > 0)
                pos = position.load(std::memory_order_relaxed);
            else if (position.compare_exchange_weak(pos, pos + 1, std::memory_order_relaxed))
                return &c;
        }
    }

public:
    void push(int v)
    {
        unsigned pos;
        Cell* c;
        while (!(c = claim(tail, 0, pos))) std::this_thread::yield();
        c->data = v;
#ifdef GUILTY
        c->seq.store(pos + 1, std::memory_order_relaxed);
#else
        c->seq.store(pos + 1, std::memory_order_release);
#endif
    }
    int pop()
    {
        unsigned pos;
        Cell* c;
        while (!(c = claim(head, 1, pos))) std::this_thread::yield();
        int v = c->data;
        c->seq.store(pos + size, std::memory_order_release);
        return v;
    }
};

int main()
{
    Queue q;
    int sums[2] = {};
    auto produce = [&](int from) { for (int i = 0; i < 6; ++i) q.push(from + i); };
    auto consume = [&](int me) { for (int i = 0; i < 6; ++i) sums[me] += q.pop(); };
    std::thread p1(produce, 1), p2(produce, 7), c1(consume, 0), c2(consume, 1);
    p1.join(), p2.join(), c1.join(), c2.join();
    std::printf("%d\n", sums[0] + sums[1]);
}
