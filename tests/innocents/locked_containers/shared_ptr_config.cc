// Copy on write: readers take a shared_ptr to an immutable config, the writer publishes a new one.
// guilty: race, uaf: get() copies the shared_ptr without the mutex
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using Config = std::vector<std::string>;

class ConfigHolder {
    std::shared_ptr<const Config> current = std::make_shared<const Config>(2, "default");
    std::mutex m;

public:
    std::shared_ptr<const Config> get() {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(m);
#endif
        return current;
    }
    void publish(std::shared_ptr<const Config> next) {
        std::lock_guard<std::mutex> lock(m);
        current.swap(next);
    }
};

int main() {
    ConfigHolder holder;
    size_t seen = 0;
    std::thread reader([&] {
        for (int i = 0; i < 3; ++i) {
            auto config = holder.get();
            for (const auto &entry : *config)
                seen += entry.size();
        }
    });
    std::thread writer([&] {
        for (int i = 1; i <= 2; ++i)
            holder.publish(std::make_shared<const Config>(2, "version" + std::to_string(i % 10)));
    });
    reader.join();
    writer.join();
    std::cout << seen << " characters read, now " << holder.get()->front() << '\n';
    return holder.get()->front() == "version2" ? 0 : 1;
}
