// Threads add their letter counts to a common map and then rewrite the summary line from it.
// guilty: race: the lock is released before the summary string is built from the map
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::map<char, int> sums;
std::string summary;
std::mutex m;

void process(const std::string &text) {
    std::map<char, int> local;
    for (char c : text)
        ++local[c];
    std::unique_lock<std::mutex> lock(m);
    for (auto [c, n] : local)
        sums[c] += n;
#ifdef GUILTY
    lock.unlock();
#endif
    std::string s;
    for (auto [c, n] : sums)
        s += c + std::to_string(n);
    summary = s;
}

int main() {
    std::vector<std::thread> threads;
    for (const char *text : {"banana", "ananas", "pear"})
        threads.emplace_back(process, text);
    for (auto &t : threads)
        t.join();
    std::cout << summary << '\n';
    return summary == "a7b1e1n4p1r1s1" ? 0 : 1;
}
