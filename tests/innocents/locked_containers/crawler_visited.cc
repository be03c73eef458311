// A crawler: a page is fetched by the thread that was first to put it in the visited set.
// guilty: atomicity: contains() and insert() are locked, but each on its own
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

class Visited {
    std::mutex mtx;
    std::unordered_set<std::string> urls;

public:
    bool contains(const std::string &u) {
        std::lock_guard<std::mutex> g(mtx);
        return urls.contains(u);
    }
    void insert(const std::string &u) {
        std::lock_guard<std::mutex> g(mtx);
        urls.insert(u);
    }
    bool insert_if_new(const std::string &u) {
        std::lock_guard<std::mutex> g(mtx);
        return urls.insert(u).second;
    }
};

int main() {
    Visited visited;
    std::atomic<int> fetched{0};
    auto crawl = [&](std::vector<std::string> links) {
        for (const auto &link : links) {
#ifdef GUILTY
            if (visited.contains(link))
                continue;
            visited.insert(link);
            ++fetched;
#else
            if (visited.insert_if_new(link))
                ++fetched;
#endif
        }
    };
    std::thread t1(crawl, std::vector<std::string>{"/", "/about", "/news", "/contact"});
    std::thread t2(crawl, std::vector<std::string>{"/news", "/", "/shop", "/about"});
    t1.join();
    t2.join();
    std::cout << fetched << " pages fetched\n";
    return fetched == 5 ? 0 : 1;
}
