// Main waits for the answer of a task that needs the settings mutex, and locks the mutex only afterwards.
// guilty: deadlock: main waits for the task while it holds the mutex that the task needs
#include <chrono>
#include <future>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

std::mutex settings_mutex;
std::string prefix = "item ";

int main()
{
    auto label = std::async(std::launch::async, [] {
        std::lock_guard<std::mutex> lock(settings_mutex);
        return prefix + "17";
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // other work
#ifdef GUILTY
    std::lock_guard<std::mutex> lock(settings_mutex);
    std::string text = label.get();
#else
    std::string text = label.get();
    std::lock_guard<std::mutex> lock(settings_mutex);
#endif
    prefix = "piece ";
    std::cout << text << '\n';
    return text == "item 17" ? 0 : 1;
}
