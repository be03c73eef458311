// Writers log into the active one of two buffers under a spin lock; the flusher swaps the buffers and prints the idle one.
// guilty: race: the flusher swaps without the spin lock
#include <atomic>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

static std::atomic_flag spin = ATOMIC_FLAG_INIT;
static std::vector<int> active, idle;

static void lock()
{
    while (spin.test_and_set(std::memory_order_acquire))
        std::this_thread::yield();
}
static void unlock() { spin.clear(std::memory_order_release); }

static std::size_t flush()
{
#ifndef GUILTY
    lock();
#endif
    std::swap(active, idle);
#ifndef GUILTY
    unlock();
#endif
    std::size_t n = idle.size();
    idle.clear();
    return n;
}

int main()
{
    active.reserve(32);
    idle.reserve(32);
    auto writer = [](int id) {
        for (int i = 0; i < 8; ++i) {
            lock();
            active.push_back(id);
            unlock();
        }
    };
    std::thread a(writer, 1), b(writer, 2);
    std::size_t flushed = flush();
    a.join();
    b.join();
    flushed += flush();
    std::printf("%zu\n", flushed);
    return 0;
}
