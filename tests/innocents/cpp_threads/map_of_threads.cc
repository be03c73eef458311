// Threads are kept in a map by name and join at the end; each puts its answer into a result map under a mutex.
// guilty: race: the answers are inserted without the mutex
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

int main()
{
    std::map<std::string, std::thread> threads;
    std::map<std::string, std::size_t> answers;
    std::mutex m;

    for (const std::string name : {"alpha", "beta", "gamma"})
        threads.emplace(name, std::thread([&answers, &m, name] {
            std::size_t hash = 7;
            for (char c : name)
                hash = hash * 31 + static_cast<unsigned char>(c);
#ifndef GUILTY
            std::lock_guard<std::mutex> lock(m);
#else
            (void)m;
#endif
            answers[name] = hash % 1000;
        }));

    for (auto& [name, thread] : threads)
        thread.join();
    for (const auto& [name, answer] : answers)
        std::cout << name << ' ' << answer << '\n';
}
