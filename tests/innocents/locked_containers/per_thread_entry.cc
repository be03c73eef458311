// Each thread gets its own entry of a map under the lock and then updates the entry without one.
// guilty: race: two threads ask for an entry of the same name
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Stats {
    long items = 0;
    long bytes = 0;
};

std::map<std::string, Stats> all_stats;
std::mutex all_stats_mutex;

Stats &my_stats(const std::string &name) {
    std::lock_guard<std::mutex> lock(all_stats_mutex);
    return all_stats[name];
}

void work(int number) {
#ifdef GUILTY
    Stats &s = my_stats("worker" + std::to_string(number / 2));
#else
    Stats &s = my_stats("worker" + std::to_string(number));
#endif
    for (int i = 0; i < 10; ++i) {
        s.items++;
        s.bytes += 100;
    }
}

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(work, i);
    for (auto &t : threads)
        t.join();
    long items = 0;
    for (const auto &[name, s] : all_stats)
        items += s.items;
    std::cout << items << " items\n";
    return items == 40 ? 0 : 1;
}
