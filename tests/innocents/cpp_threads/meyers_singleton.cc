// A Meyers singleton registry that several threads reach first at about the same time.
// guilty: race: the instance is made by "if (!self) self = new ..."
#include <iostream>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

class Registry {
public:
    static Registry& instance()
    {
#ifdef GUILTY
        static Registry* self = nullptr;
        if (!self)
            self = new Registry;
        return *self;
#else
        static Registry self;
        return self;
#endif
    }
    void add(const std::string& name)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        names_.insert(name);
    }
    std::size_t size() const
    {
        std::lock_guard<std::mutex> guard(mutex_);
        return names_.size();
    }

private:
    Registry() = default;
    mutable std::mutex mutex_;
    std::set<std::string> names_;
};

int main()
{
    std::vector<std::thread> plugins;
    for (const char* name : {"png", "jpeg", "gif"})
        plugins.emplace_back([name] { Registry::instance().add(name); });
    for (auto& p : plugins)
        p.join();
    std::cout << Registry::instance().size() << " plugins\n";
    return 0;
}
