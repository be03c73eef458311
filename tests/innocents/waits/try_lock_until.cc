// Instead of waiting for the mutex a thread tries it over and over, and counts the tries.
// guilty: race: the log line is written after the mutex was given back
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

int main() {
    std::mutex mutex;
    std::string line;
    mutex.lock();
    unsigned tries = 0;
    std::thread impatient([&] {
        while (!mutex.try_lock()) ++tries;
        line += "got it";
        mutex.unlock();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
#ifdef GUILTY
    mutex.unlock();
    line += "gave it, ";
#else
    line += "gave it, ";
    mutex.unlock();
#endif
    impatient.join();
    std::printf("%d\n", line.size() > 6);
}
