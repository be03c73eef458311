// A running median from two multisets that are rebalanced under a mutex.
// guilty: race: median() reads the lower half without the mutex
#include <cstdio>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

class Median {
    std::multiset<int> low, high;
    std::mutex m;

public:
    void add(int x) {
        std::lock_guard<std::mutex> lock(m);
        if (low.empty() || x <= *low.rbegin())
            low.insert(x);
        else
            high.insert(x);
        if (low.size() > high.size() + 1) {
            high.insert(*low.rbegin());
            low.erase(std::prev(low.end()));
        } else if (high.size() > low.size()) {
            low.insert(*high.begin());
            high.erase(high.begin());
        }
    }
    int median() {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(m);
#endif
        return low.size() ? *low.rbegin() : 0;
    }
};

int main() {
    Median med;
    med.add(50);
    int seen = 0;
    std::thread feed([&] {
        for (int i = 1; i <= 10; i++)
            med.add(i * 10);
    });
    std::thread watch([&] {
        for (int i = 0; i < 3; i++)
            seen += med.median();
    });
    feed.join();
    watch.join();
    std::printf("watched %d, median %d\n", seen, med.median());
    return med.median() == 50 ? 0 : 1;
}
