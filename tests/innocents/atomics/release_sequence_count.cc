// A producer fills a buffer and stores the count with release; several consumers draw items by fetch_sub with acquire.
// guilty: race: the consumers' fetch_sub is relaxed
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

#ifdef GUILTY
constexpr auto draw = std::memory_order_relaxed;
#else
constexpr auto draw = std::memory_order_acquire;
#endif

static std::vector<int> items;
static std::atomic<int> remaining{0};
static std::atomic<int> consumed{0};

static void consume(int& sum)
{
    while (consumed.load(std::memory_order_relaxed) < 12) {
        int index = remaining.load(std::memory_order_relaxed) > 0 ? remaining.fetch_sub(1, draw) : 0;
        if (index <= 0) {
            std::this_thread::yield();
            continue;
        }
        sum += items[index - 1];
        consumed.fetch_add(1, std::memory_order_relaxed);
    }
}

int main()
{
    int sums[2] = {0, 0};
    std::thread producer([] {
        for (int i = 1; i <= 12; ++i)
            items.push_back(i);
        remaining.store(12, std::memory_order_release);
    });
    std::thread c1(consume, std::ref(sums[0])), c2(consume, std::ref(sums[1]));
    producer.join();
    c1.join();
    c2.join();
    std::cout << sums[0] + sums[1] << '\n';
    return sums[0] + sums[1] == 78 ? 0 : 1;
}
