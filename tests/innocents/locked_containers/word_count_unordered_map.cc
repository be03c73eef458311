// Two threads count words of their text in one unordered_map that grows and rehashes.
// guilty: race: the second way to add a word does not lock
#include <cstdio>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>

struct Counter {
    std::unordered_map<std::string, int> words;
    std::mutex lock;

    void add(const std::string &w) {
        std::lock_guard guard(lock);
        ++words[w];
    }
    void add_if_long(const std::string &w) {
        if (w.size() < 3)
            return;
#ifndef GUILTY
        std::lock_guard guard(lock);
#endif
        ++words[w];
    }
};

int main() {
    Counter counter;
    std::thread a([&] {
        std::istringstream in("the cat sat on the mat and the dog sat on the cat");
        for (std::string w; in >> w;)
            counter.add(w);
    });
    std::thread b([&] {
        std::istringstream in("a dog and a cat and a bird in the old oak tree of a park");
        for (std::string w; in >> w;)
            counter.add_if_long(w);
    });
    a.join();
    b.join();
    std::printf("the: %d, distinct: %zu\n", counter.words["the"], counter.words.size());
    return counter.words["cat"] == 3 && counter.words["the"] == 5 ? 0 : 1;
}
