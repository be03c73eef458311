// Map-reduce word count: each mapper counts its text, the reduction merges the counts into one table.
// guilty: race: every mapper locks a mutex of its own
#include <cstdio>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using Counts = std::map<std::string, int>;

static Counts map_text(const std::string& text) {
    Counts counts;
    std::istringstream in(text);
    for (std::string word; in >> word;) ++counts[word];
    return counts;
}

int main() {
    const std::vector<std::string> texts = {
        "the cat and the dog", "a dog and a bird", "the bird sees the cat",
    };
    Counts total{{"the", 0}, {"and", 0}, {"a", 0}};
    std::vector<std::thread> mappers;
    for (const auto& text : texts)
        mappers.emplace_back([&] {
            Counts mine = map_text(text);
#ifdef GUILTY
            std::mutex total_mutex;
#else
            static std::mutex total_mutex;
#endif
            std::lock_guard<std::mutex> guard(total_mutex);
            for (const auto& [word, n] : mine) total[word] += n;
        });
    for (auto& m : mappers) m.join();
    for (const auto& [word, n] : total) std::printf("%s=%d ", word.c_str(), n);
    std::puts("");
    return total.size() != 7;
}
