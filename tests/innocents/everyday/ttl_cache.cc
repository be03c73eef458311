// A cache whose entries expire: a purger removes old ones while clients look names up.
// guilty: uaf, race: lookup returns a pointer into the table and the entry is read after the lock
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

struct Entry { std::string address; int expires; };

static std::mutex table_mutex;
static std::map<std::string, Entry> table;

static std::string lookup(const std::string& host) {
    std::unique_lock<std::mutex> lock(table_mutex);
    auto it = table.find(host);
    if (it == table.end()) return "unknown";
#ifdef GUILTY
    const std::string* address = &it->second.address;
    lock.unlock();
    return *address;
#else
    return it->second.address;
#endif
}

static void purge(int now) {
    std::lock_guard<std::mutex> guard(table_mutex);
    for (auto it = table.begin(); it != table.end();)
        it = it->second.expires <= now ? table.erase(it) : std::next(it);
}

int main() {
    for (int i = 0; i < 6; ++i)
        table["host" + std::to_string(i)] = {"10.20.30.40 on the machine in the cellar, rack " + std::to_string(i), i + 1};
    std::size_t bytes = 0;
    std::thread client([&bytes] {
        for (int i = 5; i >= 0; --i) bytes += lookup("host" + std::to_string(i)).size();
    });
    std::thread purger([] {
        for (int now = 1; now <= 5; ++now) purge(now);
    });
    client.join();
    purger.join();
    std::printf("%zu bytes, %zu left\n", bytes, table.size());
    return table.size() != 1;
}
