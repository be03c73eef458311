// A bounded buffer with two condition variables, two producers and two consumers.
// guilty: atomicity: get() waits for an item in one critical section and takes it in the next
// missed: the value that was read decides what comes next
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class BoundedBuffer {
    static constexpr int capacity = 8;
    int slots[capacity] = {};
    int head = 0, count = 0;
    std::mutex m;
    std::condition_variable not_full, not_empty;

public:
    void put(int value)
    {
        std::unique_lock<std::mutex> l(m);
        not_full.wait(l, [this] { return count < capacity; });
        slots[(head + count) % capacity] = value;
        ++count;
        not_empty.notify_one();
    }
    int get()
    {
        std::unique_lock<std::mutex> l(m);
        not_empty.wait(l, [this] { return count > 0; });
#ifdef GUILTY
        l.unlock();
        l.lock();
#endif
        int value = slots[head];
        head = (head + 1) % capacity;
        --count;
        not_full.notify_one();
        return value;
    }
};

int main()
{
    BoundedBuffer buffer;
    int sums[2] = {0, 0};
    auto produce = [&](int from) { for (int i = 0; i < 6; ++i) buffer.put(from + i); };
    auto consume = [&](int& sum) { for (int i = 0; i < 6; ++i) sum += buffer.get(); };
    std::thread p1(produce, 1), p2(produce, 7);
    std::thread c1(consume, std::ref(sums[0])), c2(consume, std::ref(sums[1]));
    p1.join();
    p2.join();
    c1.join();
    c2.join();
    std::printf("%d\n", sums[0] + sums[1]);
    return sums[0] + sums[1] == 78 ? 0 : 1;
}
