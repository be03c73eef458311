// A player's name changes between a short string and a long one; the display copies it under the lock.
// guilty: race, uaf: the display reads the characters through c_str() after unlocking
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

struct Player {
    std::mutex m;
    std::string name = "Ann";
};

void change_name(Player &p) {
    for (int i = 0; i < 4; i++) {
        std::lock_guard<std::mutex> lock(p.m);
        if (i % 2 == 0)
            p.name = "Annabella the Great, Conqueror of the Seven Seas";
        else
            p.name = "Ann";
    }
}

std::size_t display(Player &p) {
#ifdef GUILTY
    const char *text;
    {
        std::lock_guard<std::mutex> lock(p.m);
        text = p.name.c_str();
    }
    return std::strlen(text);
#else
    std::string text;
    {
        std::lock_guard<std::mutex> lock(p.m);
        text = p.name;
    }
    return text.size();
#endif
}

int main() {
    Player p;
    std::thread t(change_name, std::ref(p));
    std::size_t width = 0;
    for (int i = 0; i < 3; i++)
        width = std::max(width, display(p));
    t.join();
    std::printf("column of %zu\n", width);
    return p.name == "Ann" ? 0 : 1;
}
