// A font table is built by one thread and published as pointer to const with release; users poll it with acquire.
// guilty: race: the users load the pointer with relaxed
#include <atomic>
#include <iostream>
#include <map>
#include <memory>
#include <thread>

using Fonts = std::map<char, int>;

static std::atomic<const Fonts*> published{nullptr};

static int width(char c)
{
    const Fonts* fonts;
#ifdef GUILTY
    constexpr auto order = std::memory_order_relaxed;
#else
    constexpr auto order = std::memory_order_acquire;
#endif
    while (!(fonts = published.load(order)))
        std::this_thread::yield();
    auto it = fonts->find(c);
    return it == fonts->end() ? 0 : it->second;
}

int main()
{
    std::unique_ptr<const Fonts> owner;
    std::thread loader([&owner] {
        auto fonts = std::make_unique<Fonts>();
        (*fonts)['i'] = 3;
        (*fonts)['m'] = 9;
        owner = std::move(fonts);
        published.store(owner.get(), std::memory_order_release);
    });
    int a = 0, b = 0;
    std::thread user1([&] { a = width('i'); });
    std::thread user2([&] { b = width('m'); });
    loader.join();
    user1.join();
    user2.join();
    std::cout << a + b << '\n';
    return 0;
}
