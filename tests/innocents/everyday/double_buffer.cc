// Double buffering: the painter draws into the back buffer and swaps, the screen shows the front one.
// guilty: race: the painter swaps before it takes the lock
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class Display {
public:
    void swap_in(std::string& back) {
#ifdef GUILTY
        front_.swap(back);
        std::lock_guard<std::mutex> guard(mutex_);
#else
        std::lock_guard<std::mutex> guard(mutex_);
        front_.swap(back);
#endif
        ++frame_;
        fresh_.notify_one();
    }
    int show(int last_frame, std::size_t& lit) {
        std::unique_lock<std::mutex> lock(mutex_);
        fresh_.wait(lock, [&] { return frame_ != last_frame; });
        int frame = frame_;
        for (char c : front_) lit += c == '#';
        return frame;
    }
private:
    std::mutex mutex_;
    std::condition_variable fresh_;
    std::string front_ = std::string(40, ' ');
    int frame_ = 0;
};

int main() {
    constexpr int frames = 5;
    Display display;
    std::thread painter([&display] {
        std::string back(40, ' ');
        for (int f = 1; f <= frames; ++f) {
            for (char& c : back) c = '.';
            for (int i = 0; i < f; ++i) back[i * 7] = '#';
            display.swap_in(back);
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
    });
    std::size_t lit = 0;
    for (int shown = 0; shown < frames;) shown = display.show(shown, lit);
    painter.join();
    std::printf("%zu lit\n", lit);
    return lit == 0;
}
