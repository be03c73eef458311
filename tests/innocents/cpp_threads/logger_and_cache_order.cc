// A cache logs its misses and the logger's flush prints the cache's size; nobody calls the other with its own lock held.
// guilty: deadlock: the cache logs a miss while it is locked, and the flush asks the cache while the logger is locked
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex log_mutex;
std::vector<std::string> lines;
std::mutex cache_mutex;
std::map<int, int> cache;

void log(const std::string& s)
{
    std::lock_guard<std::mutex> lock(log_mutex);
    lines.push_back(s);
}

std::size_t cache_size()
{
    std::lock_guard<std::mutex> lock(cache_mutex);
    return cache.size();
}

int lookup(int key)
{
    std::unique_lock<std::mutex> lock(cache_mutex);
    auto [it, fresh] = cache.try_emplace(key, key * key);
    int value = it->second;
#ifndef GUILTY
    lock.unlock();
#endif
    if (fresh)
        log("miss");
    return value;
}

std::size_t flush()
{
#ifdef GUILTY
    std::lock_guard<std::mutex> lock(log_mutex);
    std::size_t n = cache_size();
#else
    std::size_t n = cache_size();
    std::lock_guard<std::mutex> lock(log_mutex);
#endif
    lines.push_back("size " + std::to_string(n));
    return lines.size();
}

int main()
{
    std::thread user([] { lookup(3); lookup(4); });
    std::thread flusher([] { flush(); });
    user.join();
    flusher.join();
    std::printf("%zu lines\n", lines.size());
}
