// A function that counts its calls by name keeps its table and its mutex as static local variables.
// guilty: race: the mutex is an ordinary local variable, so every call has its own
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

int count_call(const std::string &name) {
    static std::unordered_map<std::string, int> calls;
#ifdef GUILTY
    std::mutex mutex;
#else
    static std::mutex mutex;
#endif
    std::lock_guard<std::mutex> lock(mutex);
    return ++calls[name];
}

void worker(const char *name) {
    for (int i = 0; i < 3; i++) {
        count_call("all");
        count_call(name);
    }
}

int main() {
    std::thread a(worker, "red"), b(worker, "blue");
    a.join();
    b.join();
    int all = count_call("all"), red = count_call("red");
    std::printf("all %d, red %d\n", all, red);
    return all == 7 && red == 4 ? 0 : 1;
}
