// An undirected graph: adjacency sets with a mutex per vertex; an edge locks both ends, lower number first.
// guilty: deadlock: connect() locks its first argument first
#include <cstdio>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

class Graph {
    std::vector<std::set<int>> adjacent;
    std::unique_ptr<std::mutex[]> locks;

public:
    explicit Graph(int n) : adjacent(n), locks(new std::mutex[n]) {}

    void connect(int a, int b) {
#ifndef GUILTY
        if (a > b)
            std::swap(a, b);
#endif
        std::lock_guard<std::mutex> first(locks[a]);
        std::lock_guard<std::mutex> second(locks[b]);
        adjacent[a].insert(b);
        adjacent[b].insert(a);
    }
    size_t degree(int v) {
        std::lock_guard<std::mutex> lock(locks[v]);
        return adjacent[v].size();
    }
};

int main() {
    Graph g(5);
    std::thread up([&] {
        for (int v = 0; v < 4; v++)
            g.connect(v, v + 1);
    });
    std::thread down([&] {
        g.connect(4, 0);
        g.connect(3, 2);
        g.connect(2, 0);
    });
    up.join();
    down.join();
    size_t sum = 0;
    for (int v = 0; v < 5; v++)
        sum += g.degree(v);
    std::printf("%zu edges\n", sum / 2);
    return sum == 12 ? 0 : 1;
}
