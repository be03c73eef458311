// oneTBB: a producer hands orders over in a concurrent bounded queue, two consumers work on them.
// guilty: race: the producer finishes an order after it has handed it over
// missed: a library that was not recorded may order it
// flags: -ltbb
// packages: libtbb-dev
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <tbb/concurrent_queue.h>

struct Order { int amount = 0; int tax = 0; };

int main() {
    tbb::concurrent_bounded_queue<std::shared_ptr<Order>> queue;
    queue.set_capacity(3);
    std::atomic<int> turnover{0};
    auto consume = [&] {
        std::shared_ptr<Order> order;
        for (queue.pop(order); order; queue.pop(order)) turnover += order->amount + order->tax;
    };
    std::thread a(consume), b(consume);
    for (int i = 1; i <= 10; ++i) {
        auto order = std::make_shared<Order>();
        order->amount = 100 * i;
#ifdef GUILTY
        queue.push(order);
        order->tax = 20 * i;
#else
        order->tax = 20 * i;
        queue.push(order);
#endif
    }
    queue.push(nullptr);
    queue.push(nullptr);
    a.join();
    b.join();
    std::printf("turnover %d\n", turnover.load());
    return turnover < 5500;
}
