// A bounded ring of std::array with two condition variables between a producer and a consumer.
// guilty: race: get() moves the head and the count after it has unlocked
#include <array>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Ring {
    std::array<int, 4> slots{};
    std::size_t head = 0, count = 0;
    std::mutex m;
    std::condition_variable not_full, not_empty;

public:
    void put(int v) {
        std::unique_lock<std::mutex> lock(m);
        not_full.wait(lock, [this] { return count < slots.size(); });
        slots[(head + count) % slots.size()] = v;
        ++count;
        not_empty.notify_one();
    }
    int get() {
        std::unique_lock<std::mutex> lock(m);
        not_empty.wait(lock, [this] { return count > 0; });
        int v = slots[head];
#ifdef GUILTY
        lock.unlock();
#endif
        head = (head + 1) % slots.size();
        --count;
#ifdef GUILTY
        lock.lock();
#endif
        not_full.notify_one();
        return v;
    }
};

int main() {
    Ring ring;
    std::thread producer([&] {
        for (int i = 1; i <= 12; i++)
            ring.put(i);
    });
    int sum = 0;
    for (int i = 0; i < 12; i++)
        sum += ring.get();
    producer.join();
    std::printf("%d\n", sum);
    return sum == 78 ? 0 : 1;
}
