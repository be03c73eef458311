// A pipeline of two queues: stage two holds one lock at a time while it moves its input to the output.
// guilty: deadlock: moving an item holds both locks, while the statistics take them the other way round
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>

struct Queue {
    std::mutex m;
    std::queue<int> q;
} in, out;

void move_one() {
    std::unique_lock<std::mutex> a(in.m);
    if (in.q.empty())
        return;
    int v = in.q.front();
    in.q.pop();
#ifndef GUILTY
    a.unlock();
#endif
    std::lock_guard<std::mutex> b(out.m);
    out.q.push(v * v);
}

std::size_t total() {
    std::lock_guard<std::mutex> b(out.m);
    std::lock_guard<std::mutex> a(in.m);
    return in.q.size() + out.q.size();
}

int main() {
    for (int i = 0; i < 6; i++)
        in.q.push(i);
    std::size_t seen = 0;
    std::thread stage([] {
        for (int i = 0; i < 3; i++)
            move_one();
    });
    std::thread stats([&] { seen = total(); });
    stage.join();
    stats.join();
    std::printf("saw %zu, now %zu\n", seen, total());
    return total() == 6 && seen >= 5 ? 0 : 1;
}
