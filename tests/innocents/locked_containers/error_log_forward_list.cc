// Errors are pushed at the front of a forward_list; the main thread looks at the newest one.
// guilty: race: the newest error is copied after the guard's scope has been left
#include <forward_list>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>

static std::mutex g_mutex;
static std::forward_list<std::string> g_errors;

static void report(const char *where, int code) {
    std::string text = std::string(where) + ": error " + std::to_string(code);
    std::lock_guard<std::mutex> lock(g_mutex);
    g_errors.push_front(std::move(text));
}

static std::string newest() {
    std::string result;
    {
        std::lock_guard<std::mutex> lock(g_mutex);
        if (g_errors.empty())
            return "none";
#ifdef GUILTY
    }
    result = g_errors.front();
#else
        result = g_errors.front();
    }
#endif
    return result;
}

int main() {
    report("main", 1);
    std::thread t([] {
        for (int i = 0; i < 8; ++i)
            report("worker", i);
    });
    for (int i = 0; i < 4; ++i)
        std::cout << newest() << '\n';
    t.join();
    return std::distance(g_errors.begin(), g_errors.end()) == 9 ? 0 : 1;
}
