// A session table: one thread logs users in, another logs them out again, both under one mutex.
// guilty: race: logout() erases from the map without the mutex
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class SessionTable {
public:
    void login(int id, const std::string &user) {
        std::lock_guard<std::mutex> lock(mutex_);
        sessions_.insert({id, user});
    }
    bool logout(int id) {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        return sessions_.erase(id) == 1;
    }
    size_t size() const {
        std::lock_guard<std::mutex> lock(mutex_);
        return sessions_.size();
    }

private:
    mutable std::mutex mutex_;
    std::map<int, std::string> sessions_;
};

int main() {
    SessionTable table;
    for (int i = 0; i < 10; ++i)
        table.login(i, "user" + std::to_string(i));

    std::thread in([&] {
        for (int i = 100; i < 110; ++i)
            table.login(i, "guest");
    });
    std::thread out([&] {
        for (int i = 0; i < 10; ++i)
            table.logout(i);
    });
    in.join();
    out.join();
    std::printf("%zu sessions open\n", table.size());
    return table.size() == 10 ? 0 : 1;
}
