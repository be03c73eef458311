// Ids are handed out from a set of free ones, the lowest first; no id may be handed out twice.
// guilty: atomicity: the lowest id is looked up in one critical section and erased in the next one
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

class IdAllocator {
    std::mutex m;
    std::set<int> free_ids;

public:
    explicit IdAllocator(int n) {
        for (int i = 0; i < n; i++)
            free_ids.insert(i);
    }
    int acquire() {
        std::unique_lock<std::mutex> lock(m);
        int id = *free_ids.begin();
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        free_ids.erase(id);
        return id;
    }
};

int main() {
    IdAllocator ids(64);
    std::vector<int> mine[2];
    std::vector<std::thread> threads;
    for (auto &v : mine)
        threads.emplace_back([&ids, &v] {
            for (int i = 0; i < 4; i++)
                v.push_back(ids.acquire());
        });
    for (auto &t : threads)
        t.join();

    std::set<int> all;
    for (auto &v : mine)
        all.insert(v.begin(), v.end());
    std::printf("%zu different ids\n", all.size());
    return all.size() == 8 ? 0 : 1;
}
