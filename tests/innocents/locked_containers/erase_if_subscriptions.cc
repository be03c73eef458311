// Topic subscriptions in an unordered_multimap; a leaving client is removed with std::erase_if.
// guilty: race: leave() forgets the lock
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

class Broker {
    std::unordered_multimap<std::string, int> subs_;
    std::mutex mu_;

public:
    void subscribe(const std::string &topic, int client) {
        std::lock_guard lock{mu_};
        subs_.emplace(topic, client);
    }
    void leave(int client) {
#ifndef GUILTY
        std::lock_guard lock{mu_};
#endif
        std::erase_if(subs_, [client](const auto &entry) { return entry.second == client; });
    }
    long publish(const std::string &topic) {
        std::lock_guard lock{mu_};
        long receivers = 0;
        auto range = subs_.equal_range(topic);
        for (auto it = range.first; it != range.second; ++it)
            ++receivers;
        return receivers;
    }
};

int main() {
    Broker broker;
    for (int client = 0; client < 4; ++client)
        for (auto topic : {"news", "sport", "weather"})
            broker.subscribe(topic, client);
    long sent = 0;
    std::thread publisher([&] {
        for (int i = 0; i < 3; ++i)
            sent += broker.publish("news");
    });
    std::thread client([&] { broker.leave(2); });
    publisher.join();
    client.join();
    std::cout << sent << " sent, " << broker.publish("sport") << " listeners\n";
    return broker.publish("sport") == 3 ? 0 : 1;
}
