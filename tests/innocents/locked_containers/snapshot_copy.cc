// A route table hands out copies of itself; readers walk their copy while a writer adds routes.
// guilty: race: snapshot() returns a reference to the shared map
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Routes {
public:
    using Map = std::map<std::string, int>;
    void add(const std::string &prefix, int port) {
        std::lock_guard<std::mutex> lock(mutex_);
        routes_[prefix] = port;
    }
#ifdef GUILTY
    const Map &snapshot() const {
#else
    Map snapshot() const {
#endif
        std::lock_guard<std::mutex> lock(mutex_);
        return routes_;
    }

private:
    mutable std::mutex mutex_;
    Map routes_;
};

int main() {
    Routes routes;
    routes.add("10.0.0.0/8", 1);
    routes.add("192.168.0.0/16", 2);
    std::thread updater([&] {
        for (int i = 0; i < 6; i++)
            routes.add("172." + std::to_string(16 + i) + ".0.0/16", 3);
        routes.add("10.0.0.0/8", 4);
    });
    int sum = 0;
    for (const auto &[prefix, port] : routes.snapshot())
        sum += port;
    updater.join();
    std::printf("%d, now %zu routes\n", sum, routes.snapshot().size());
    return routes.snapshot().size() == 8 ? 0 : 1;
}
