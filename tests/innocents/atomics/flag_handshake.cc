// The classic message passing: the payload is written, then a flag is set with release and awaited with acquire.
// guilty: race: the flag is set with relaxed
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

#ifdef GUILTY
constexpr auto publish = std::memory_order_relaxed;
#else
constexpr auto publish = std::memory_order_release;
#endif

std::atomic<bool> ready{false};
std::string payload;

int main()
{
    std::thread producer([] {
        payload = "hello";
        ready.store(true, publish);
    });
    std::thread consumer([] {
        while (!ready.load(std::memory_order_acquire))
            std::this_thread::yield();
        assert(payload == "hello");
    });
    producer.join();
    consumer.join();
    return 0;
}
