// Chat rooms: the map of rooms has a lock, every room has one for its members; joins go through both in turn.
// guilty: race: the member list of a room is read under the lock of the map of rooms
#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

struct Room {
    std::mutex m;
    std::vector<std::string> members;
};

class Chat {
    std::unordered_map<std::string, std::unique_ptr<Room>> rooms;
    std::mutex m;

    Room &room(const std::string &name) {
        std::lock_guard<std::mutex> lock(m);
        auto &r = rooms[name];
        if (!r)
            r = std::make_unique<Room>();
        return *r;
    }

public:
    void join(const std::string &name, const std::string &who) {
        Room &r = room(name);
        std::lock_guard<std::mutex> lock(r.m);
        r.members.push_back(who);
    }
    long count(const std::string &name, const std::string &who) {
        Room &r = room(name);
#ifdef GUILTY
        std::lock_guard<std::mutex> lock(m);
#else
        std::lock_guard<std::mutex> lock(r.m);
#endif
        return std::count(r.members.begin(), r.members.end(), who);
    }
};

int main() {
    Chat chat;
    chat.join("dogs", "bob");
    std::thread ann([&] {
        for (auto name : {"cats", "birds", "dogs"})
            chat.join(name, "ann");
    });
    std::thread bob([&] { std::cout << "ann is in dogs: " << chat.count("dogs", "ann") << '\n'; });
    ann.join();
    bob.join();
    return chat.count("dogs", "ann") + chat.count("dogs", "bob") == 2 ? 0 : 1;
}
