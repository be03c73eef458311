// A chat room: posting locks the room, then each member's inbox; members read their own inbox.
// guilty: deadlock: a member who leaves locks the inbox before the room
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Member {
    std::string name;
    std::mutex mutex;
    std::vector<std::string> inbox;
};

class Room {
public:
    void join(Member& m) {
        std::lock_guard<std::mutex> room(mutex_);
        members_.push_back(&m);
    }
    void post(const std::string& text) {
        std::lock_guard<std::mutex> room(mutex_);
        for (Member* m : members_) {
            std::lock_guard<std::mutex> inbox(m->mutex);
            m->inbox.push_back(text);
        }
    }
    void leave(Member& m) {
#ifdef GUILTY
        std::lock_guard<std::mutex> inbox(m.mutex);
        std::lock_guard<std::mutex> room(mutex_);
#else
        std::lock_guard<std::mutex> room(mutex_);
        std::lock_guard<std::mutex> inbox(m.mutex);
#endif
        members_.erase(std::remove(members_.begin(), members_.end(), &m), members_.end());
        m.inbox.push_back("you left");
    }
private:
    std::mutex mutex_;
    std::vector<Member*> members_;
};

int main() {
    Room room;
    Member ann{"ann", {}, {}}, ben{"ben", {}, {}};
    room.join(ann);
    room.join(ben);
    std::thread a([&] { room.post("hello from ann"); room.post("anyone?"); });
    std::thread b([&] { room.post("hi from ben"); room.leave(ben); });
    a.join();
    b.join();
    std::printf("%s has %zu, %s has %zu\n", ann.name.c_str(), ann.inbox.size(), ben.name.c_str(), ben.inbox.size());
    return ann.inbox.size() != 3 || ben.inbox.back() != "you left";
}
