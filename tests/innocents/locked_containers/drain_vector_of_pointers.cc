// Worn-out objects are collected in a vector; whoever drains it takes all of them and deletes them.
// guilty: double-free, atomicity: copied in one critical section, cleared in the next, so that two drains delete the same
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Part {
    int serial;
};

std::vector<Part *> garbage;
std::mutex garbage_mutex;
std::atomic<int> deleted{0};

void discard(Part *p) {
    std::lock_guard<std::mutex> lock(garbage_mutex);
    garbage.push_back(p);
}

void drain() {
    std::vector<Part *> mine;
#ifdef GUILTY
    {
        std::lock_guard<std::mutex> lock(garbage_mutex);
        mine = garbage;
    }
    std::lock_guard<std::mutex> lock(garbage_mutex);
    garbage.clear();
#else
    {
        std::lock_guard<std::mutex> lock(garbage_mutex);
        mine.swap(garbage);
    }
#endif
    for (Part *p : mine) {
        delete p;
        deleted++;
    }
}

int main() {
    for (int i = 0; i < 4; i++)
        discard(new Part{i});
    std::thread a(drain), b(drain);
    a.join();
    b.join();
    std::printf("%d deleted\n", deleted.load());
    return deleted == 4 ? 0 : 1;
}
