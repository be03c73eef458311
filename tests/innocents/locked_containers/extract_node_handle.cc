// Jobs move from a waiting map to a running map as node handles, with both maps locked.
// guilty: race: only the map the node comes from is locked
#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

struct Jobs {
    std::mutex m;
    std::map<int, std::string> map;
};

Jobs waiting, running;

bool start(int id) {
#ifdef GUILTY
    std::scoped_lock lock(waiting.m);
#else
    std::scoped_lock lock(waiting.m, running.m);
#endif
    auto node = waiting.map.extract(id);
    if (node.empty())
        return false;
    running.map.insert(std::move(node));
    return true;
}

std::size_t count_running() {
    std::scoped_lock lock(running.m);
    return running.map.size();
}

int main() {
    for (int i = 0; i < 8; i++)
        waiting.map[i] = "job " + std::to_string(i);
    std::size_t most = 0;
    std::thread starter([] {
        for (int i = 0; i < 8; i += 2)
            start(i);
    });
    std::thread monitor([&] {
        for (int i = 0; i < 4; i++)
            most = std::max(most, count_running());
    });
    starter.join();
    monitor.join();
    std::printf("at most %zu seen, %zu running\n", most, count_running());
    return running.map.size() == 4 && waiting.map.size() == 4 ? 0 : 1;
}
