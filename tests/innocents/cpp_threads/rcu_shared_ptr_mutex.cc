// Read-copy-update: readers copy a shared_ptr to the current table under a short lock, the writer installs a new one.
// guilty: race, uaf: the readers copy the shared_ptr without the lock
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using Routes = std::vector<int>;

class Router {
public:
    std::shared_ptr<const Routes> snapshot() const
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        return routes_;
    }
    void add(int route)
    {
        auto fresh = std::make_shared<Routes>(*snapshot());
        fresh->push_back(route);
        std::lock_guard<std::mutex> lock(mutex_);
        routes_ = std::move(fresh);
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Routes> routes_ = std::make_shared<Routes>(1, 1);
};

int main()
{
    Router router;
    bool sane = true;
    std::thread reader([&] {
        for (int i = 0; i < 5; ++i) {
            auto routes = router.snapshot();
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // routes a packet
            sane = sane && routes->front() == 1 && routes->size() <= 4;
        }
    });
    std::thread writer([&] {
        for (int r = 2; r <= 4; ++r) {
            router.add(r);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    reader.join();
    writer.join();
    std::printf("%zu routes\n", router.snapshot()->size());
    return sane ? 0 : 1;
}
