// A mailbox of one slot: the sequence number in an atomic is waited for with atomic::wait and advanced with notify_one.
// guilty: race: the sequence number is advanced with relaxed
#include <atomic>
#include <iostream>
#include <string>
#include <thread>

#ifdef GUILTY
constexpr auto order = std::memory_order_relaxed;
#else
constexpr auto order = std::memory_order_release;
#endif

static std::string slot;
static std::atomic<int> turn{0}; // even: the writer's turn, odd: the reader's

static void await(bool odd)
{
    for (int t = turn.load(std::memory_order_acquire); (t % 2 == 1) != odd; t = turn.load(std::memory_order_acquire))
        turn.wait(t, std::memory_order_acquire);
}

int main()
{
    std::string all;
    std::thread writer([] {
        for (const char* word : {"one ", "two ", "three"}) {
            await(false);
            slot = word;
            turn.fetch_add(1, order);
            turn.notify_one();
        }
    });
    std::thread reader([&] {
        for (int i = 0; i < 3; ++i) {
            await(true);
            all += slot;
            turn.fetch_add(1, order);
            turn.notify_one();
        }
    });
    writer.join();
    reader.join();
    std::cout << all << '\n';
    return 0;
}
