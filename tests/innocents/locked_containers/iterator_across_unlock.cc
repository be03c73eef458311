// A sweeper walks a map in steps and finds its place again by key, since others erase in between.
// guilty: uaf, atomicity: it keeps an iterator across the unlocked pause, whose element may be gone
#include <chrono>
#include <cstdio>
#include <latch>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::map<int, std::string> files = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}};
std::mutex files_mutex;

int sweep(std::latch &begun) {
    std::unique_lock<std::mutex> lock(files_mutex);
    auto it = files.begin();
    int key = it->first, visited = 1;
    lock.unlock();
    begun.count_down();
    lock.lock();
#ifdef GUILTY
    while (++it != files.end())
        visited++;
    (void)key;
#else
    while ((it = files.upper_bound(key)) != files.end()) {
        key = it->first;
        visited++;
    }
#endif
    return visited;
}

int main() {
    std::latch begun(1);
    int visited = 0;
    std::thread sweeper([&] { visited = sweep(begun); });
    begun.wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    {
        std::lock_guard<std::mutex> lock(files_mutex);
        files.erase(1);
    }
    sweeper.join();
    std::printf("visited %d, left %zu\n", visited, files.size());
    return visited == 4 && files.size() == 3 ? 0 : 1;
}
