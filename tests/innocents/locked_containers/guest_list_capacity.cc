// A guest list with a limit: the size is checked in the critical section that also inserts.
// guilty: atomicity: size() is asked first, in a critical section of its own
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <thread>

class GuestList {
    std::set<std::string> guests;
    std::mutex m;

public:
    static constexpr std::size_t limit = 3;

    std::size_t size() {
        std::lock_guard<std::mutex> lock(m);
        return guests.size();
    }
    bool add(const std::string &name) {
#ifdef GUILTY
        if (size() >= limit)
            return false;
        std::lock_guard<std::mutex> lock(m);
#else
        std::lock_guard<std::mutex> lock(m);
        if (guests.size() >= limit)
            return false;
#endif
        return guests.insert(name).second;
    }
};

int main() {
    GuestList list;
    list.add("Ida");
    list.add("Kurt");
    bool otto = false, emil = false;
    std::thread door([&] { otto = list.add("Otto"); });
    std::thread phone([&] { emil = list.add("Emil"); });
    door.join();
    phone.join();
    std::printf("Otto %s, Emil %s\n", otto ? "yes" : "no", emil ? "yes" : "no");
    return list.size() <= GuestList::limit && otto != emil ? 0 : 1;
}
