// A session table: requests look a session up and keep it alive while a logout removes it.
// guilty: uaf, race: the request keeps a plain pointer to the session
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Session {
    explicit Session(std::string u) : user(std::move(u)) {}
    const std::string user;
};

class SessionTable {
public:
    void login(int id, const std::string& user) {
        std::lock_guard<std::mutex> guard(mutex_);
        sessions_[id] = std::make_shared<Session>(user);
    }
    void logout(int id) {
        std::lock_guard<std::mutex> guard(mutex_);
        sessions_.erase(id);
    }
    std::shared_ptr<Session> find(int id) {
        std::lock_guard<std::mutex> guard(mutex_);
        auto it = sessions_.find(id);
        return it == sessions_.end() ? nullptr : it->second;
    }
private:
    std::mutex mutex_;
    std::map<int, std::shared_ptr<Session>> sessions_;
};

int main() {
    SessionTable table;
    table.login(1, "alice, who has a rather long name");
    table.login(2, "bob");
    std::thread request([&table] {
#ifdef GUILTY
        Session* session = table.find(1).get();
#else
        std::shared_ptr<Session> session = table.find(1);
#endif
        if (session) std::printf("request of %s\n", session->user.c_str());
    });
    std::thread cleaner([&table] {
        table.logout(2);
        table.logout(1);
    });
    request.join();
    cleaner.join();
    return table.find(1) ? 1 : 0;
}
