// Publication with fences: release fence, relaxed store; relaxed load, acquire fence.
// guilty: race: there are no fences
#include <atomic>
#include <cstdio>
#include <thread>

static int data[4];
static std::atomic<int> count{0};

static void fence(std::memory_order order)
{
#ifdef GUILTY
    (void)order;
#else
    std::atomic_thread_fence(order);
#endif
}

int main()
{
    int sum = 0;
    std::thread producer([] {
        for (int i = 0; i < 4; ++i)
            data[i] = i + 1;
        fence(std::memory_order_release);
        count.store(4, std::memory_order_relaxed);
    });
    std::thread consumer([&] {
        while (count.load(std::memory_order_relaxed) < 4)
            std::this_thread::yield();
        fence(std::memory_order_acquire);
        for (int d : data)
            sum += d;
    });
    producer.join();
    consumer.join();
    std::printf("%d\n", sum);
    return sum == 10 ? 0 : 1;
}
