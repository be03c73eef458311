// Requests wait in a map of promises; the receiver takes a promise out under the lock and fulfils it outside.
// guilty: race: send() stores its promise without the lock
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

class Client {
    std::map<int, std::promise<int>> pending;
    std::mutex m;

public:
    std::future<int> send(int id) {
        std::promise<int> p;
        auto f = p.get_future();
#ifndef GUILTY
        std::lock_guard lock(m);
#endif
        pending.emplace(id, std::move(p));
        return f;
    }
    bool receive(int id, int answer) {
        std::unique_lock lock(m);
        auto node = pending.extract(id);
        lock.unlock();
        if (node.empty())
            return false;
        node.mapped().set_value(answer);
        return true;
    }
};

int main() {
    Client client;
    std::vector<std::future<int>> early;
    for (int id = 0; id < 4; ++id)
        early.push_back(client.send(id));
    std::thread receiver([&] {
        for (int id = 0; id < 4; ++id)
            client.receive(id, id * 10);
    });
    std::future<int> late = client.send(9);
    int sum = 0;
    for (auto &f : early)
        sum += f.get();
    receiver.join();
    client.receive(9, 100);
    std::cout << sum + late.get() << '\n';
    return sum == 60 ? 0 : 1;
}
