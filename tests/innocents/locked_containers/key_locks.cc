// A table of named locks: threads that work on the same key share a mutex found through a map.
// guilty: race: the second thread asks for the lock with another spelling of the key
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

class KeyLocks {
    std::map<std::string, std::shared_ptr<std::mutex>> locks;
    std::mutex m;

public:
    std::shared_ptr<std::mutex> of(const std::string &key) {
        std::lock_guard<std::mutex> guard(m);
        auto &p = locks[key];
        if (!p)
            p = std::make_shared<std::mutex>();
        return p;
    }
};

KeyLocks key_locks;
struct File {
    std::string path;
    std::string content;
} notes{"/home/ann/notes", ""};

void append(const std::string &key, char c) {
    auto lock = key_locks.of(key);
    for (int i = 0; i < 5; i++) {
        std::lock_guard<std::mutex> guard(*lock);
        notes.content.push_back(c);
    }
}

int main() {
    std::thread a(append, notes.path, 'a');
#ifdef GUILTY
    std::thread b(append, notes.path + "/", 'b');
#else
    std::thread b(append, notes.path, 'b');
#endif
    a.join();
    b.join();
    std::printf("%s\n", notes.content.c_str());
    return notes.content.size() == 10 ? 0 : 1;
}
