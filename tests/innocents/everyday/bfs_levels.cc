// Breadth-first search by levels: two threads share a level, a barrier ends it.
// guilty: race: whether a node was seen is checked and noted without the lock
#include <barrier>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int N = 24;

int main() {
    std::vector<std::vector<int>> edges(N);
    for (int i = 0; i < N; ++i)
        for (int j : {2 * i + 1, 2 * i + 2, i + 5}) if (j < N) edges[i].push_back(j);

    std::vector<int> depth(N, -1), level{0}, next;
    std::mutex m;
    int d = 0;
    depth[0] = 0;
    auto turn_page = [&]() noexcept { level.swap(next); next.clear(); ++d; };
    std::barrier end_of_level(2, turn_page);

    auto search = [&](int me) {
        while (!level.empty()) {
            std::vector<int> found;
            for (std::size_t i = me; i < level.size(); i += 2)
                for (int to : edges[level[i]]) {
#ifndef GUILTY
                    std::lock_guard<std::mutex> guard(m);
#endif
                    if (depth[to] == -1) {
                        depth[to] = d + 1;
                        found.push_back(to);
                    }
                }
            {
                std::lock_guard<std::mutex> guard(m);
                next.insert(next.end(), found.begin(), found.end());
            }
            end_of_level.arrive_and_wait();
        }
    };
    std::thread a(search, 0), b(search, 1);
    a.join();
    b.join();
    int deepest = 0;
    for (int x : depth) deepest = x > deepest ? x : deepest;
    std::printf("depth %d\n", deepest);
    return depth[N - 1] < 1;
}
