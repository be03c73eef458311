// oneTBB: words are counted in a concurrent hash map, whose accessor locks the element.
// guilty: race: the accessor is released before the element is changed
// flags: -ltbb
// packages: libtbb-dev
#include <cstdio>
#include <string>
#include <thread>
#include <tbb/concurrent_hash_map.h>

using Counts = tbb::concurrent_hash_map<std::string, int>;

static void count(Counts& counts, const std::string& word) {
    Counts::accessor entry;
    counts.insert(entry, word);
#ifdef GUILTY
    int& n = entry->second;
    entry.release();
    n++;
#else
    entry->second++;
#endif
}

int main() {
    Counts counts;
    std::thread a([&] { for (const char* w : {"to", "be", "or", "not", "to", "be"}) count(counts, w); });
    std::thread b([&] { for (const char* w : {"let", "it", "be", "or", "not"}) count(counts, w); });
    a.join();
    b.join();
    for (auto& entry : counts) std::printf("%s=%d ", entry.first.c_str(), entry.second);
    std::puts("");
    return counts.size() != 6;
}
