// Two threads alternate by an atomic turn variable and extend a common string.
// guilty: race: the turn is passed on before the string is extended
#include <atomic>
#include <iostream>
#include <string>
#include <thread>

int main()
{
    std::atomic<int> turn{0};
    std::string text;
    text.reserve(64);

    auto player = [&](int me, const char* word) {
        for (int i = 0; i < 4; ++i) {
            while (turn.load(std::memory_order_acquire) != me)
                std::this_thread::yield();
#ifdef GUILTY
            turn.store(1 - me, std::memory_order_release);
            text += word;
#else
            text += word;
            turn.store(1 - me, std::memory_order_release);
#endif
        }
    };
    std::thread tick(player, 0, "tick "), tock(player, 1, "tock ");
    tick.join();
    tock.join();
    std::cout << text << '\n';
}
