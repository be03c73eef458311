// Threads lend what is on their stack to detached helpers, and end when the helpers have said that they are done.
// guilty: uaf, race: one of them does not wait
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <semaphore>
#include <thread>

static void with_semaphore() {
    std::binary_semaphore done(0);
    int value = 0;
    std::thread([&] {
        value = 7;
        done.release();
    }).detach();
    done.acquire();
    std::printf("%d\n", value);
}

static void with_condition() {
    std::mutex mutex;
    std::condition_variable changed;
    bool ready = false;
    std::thread([&] {
        std::lock_guard guard(mutex);
        ready = true;
        changed.notify_one();
    }).detach();
#ifndef GUILTY
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ready; });
#endif
}

static void with_counter() {
    std::atomic<int> left{2};
    int value[2] = {};
    for (int i = 0; i < 2; ++i)
        std::thread([&, i] {
            value[i] = i + 1;
            left.fetch_sub(1, std::memory_order_release);
        }).detach();
    while (left.load(std::memory_order_acquire) > 0)
        std::this_thread::yield();
    std::printf("%d\n", value[0] + value[1]);
}

int main() {
    std::thread first(with_semaphore);
    first.join();
    std::thread second(with_condition);
    second.join();
    std::thread third(with_counter);
    third.join();
}
