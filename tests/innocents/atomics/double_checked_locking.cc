// Double-checked locking done right: an atomic pointer, acquire outside, release after the construction.
// guilty: race: the pointer is read and written with relaxed, so a user may see a half made object
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

struct Dictionary {
    std::vector<int> words;
    Dictionary() : words{3, 1, 4, 1, 5} {}
};

#ifdef GUILTY
constexpr auto acquire = std::memory_order_relaxed, release = std::memory_order_relaxed;
#else
constexpr auto acquire = std::memory_order_acquire, release = std::memory_order_release;
#endif

static std::atomic<Dictionary*> instance{nullptr};
static std::mutex instance_mutex;

static Dictionary& dictionary()
{
    Dictionary* d = instance.load(acquire);
    if (!d) {
        std::lock_guard<std::mutex> lock(instance_mutex);
        d = instance.load(std::memory_order_relaxed);
        if (!d) {
            d = new Dictionary;
            instance.store(d, release);
        }
    }
    return *d;
}

int main()
{
    std::size_t sizes[3];
    std::thread threads[3];
    for (int i = 0; i < 3; ++i)
        threads[i] = std::thread([&sizes, i] { sizes[i] = dictionary().words.size(); });
    for (auto& t : threads)
        t.join();
    delete instance.load();
    std::cout << sizes[0] + sizes[1] + sizes[2] << '\n';
    return 0;
}
