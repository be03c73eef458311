// A cache of weak_ptrs: a texture that somebody still holds is shared, otherwise it is loaded, all in one critical section.
// guilty: atomicity: it looks in one critical section and inserts the loaded texture in another
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Texture {
    std::string name;
};
using TexturePtr = std::shared_ptr<const Texture>;

class TextureCache {
public:
    TexturePtr get(const std::string& name)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (auto found = cache_[name].lock())
            return found;
#ifdef GUILTY
        lock.unlock();
        auto fresh = std::make_shared<const Texture>(Texture{name});
        lock.lock();
#else
        auto fresh = std::make_shared<const Texture>(Texture{name});
#endif
        ++loads_;
        cache_[name] = fresh;
        return fresh;
    }
    int loads() const { return loads_; }

private:
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<const Texture>> cache_;
    int loads_ = 0;
};

int main()
{
    TextureCache cache;
    TexturePtr a, b;
    std::thread t1([&] { a = cache.get("brick"); });
    std::thread t2([&] { b = cache.get("brick"); });
    t1.join();
    t2.join();
    std::cout << "loaded " << cache.loads() << " time(s)\n";
    return a == b ? 0 : 1;
}
