// The configuration is an immutable object behind a std::atomic<std::shared_ptr>; it is replaced while others read it.
// guilty: race, uaf: it is behind a plain std::shared_ptr
#include <atomic>
#include <iostream>
#include <memory>
#include <thread>

struct Config {
    int width;
    int height;
};

#ifdef GUILTY
static std::shared_ptr<const Config> current;
static std::shared_ptr<const Config> get() { return current; }
static void set(std::shared_ptr<const Config> c) { current = std::move(c); }
#else
static std::atomic<std::shared_ptr<const Config>> current;
static std::shared_ptr<const Config> get() { return current.load(); }
static void set(std::shared_ptr<const Config> c) { current.store(std::move(c)); }
#endif

int main()
{
    set(std::make_shared<const Config>(Config{4, 3}));
    int bad = 0;
    std::thread reader([&] {
        for (int i = 0; i < 5; ++i) {
            auto c = get();
            bad += c->width * 3 != c->height * 4;
        }
    });
    std::thread writer([] {
        for (int i = 2; i < 5; ++i)
            set(std::make_shared<const Config>(Config{4 * i, 3 * i}));
    });
    reader.join();
    writer.join();
    std::cout << get()->width << 'x' << get()->height << '\n';
    return bad;
}
