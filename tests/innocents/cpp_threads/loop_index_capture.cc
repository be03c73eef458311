// Threads are started in a loop and capture the index by value.
// guilty: race: they capture the index by reference
#include <iostream>
#include <thread>
#include <vector>

int main()
{
    std::vector<int> visits(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 3; ++i) {
#ifdef GUILTY
        threads.emplace_back([&visits, &i] { visits[i] = 1; });
#else
        threads.emplace_back([&visits, i] { visits[i] = 1; });
#endif
    }
    for (auto& t : threads)
        t.join();
    int sum = 0;
    for (int v : visits)
        sum += v;
    std::cout << sum << " slots visited\n";
    return 0;
}
