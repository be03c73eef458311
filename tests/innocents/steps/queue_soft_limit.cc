// Producers look whether a queue is long before they add to it; one or two more do no harm.
// guilty: race: the length is looked at without the lock
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::deque<int> queue;

static bool is_long() {
#ifndef GUILTY
    std::lock_guard<std::mutex> guard(mutex);
#endif
    return queue.size() >= 4;
}
static void add(int v) {
    std::lock_guard<std::mutex> guard(mutex);
    queue.push_back(v);
}

int main() {
    int refused[2] = {0, 0};
    auto produce = [&](int me) {
        for (int i = 0; i < 4; ++i) {
            if (is_long()) ++refused[me];
            else add(i);
        }
    };
    std::thread a(produce, 0), b(produce, 1);
    a.join();
    b.join();
    const int added = static_cast<int>(queue.size());
    std::printf("%d added, %d refused\n", added, refused[0] + refused[1]);
    return added + refused[0] + refused[1] == 8 && added <= 5 ? 0 : 1;
}
