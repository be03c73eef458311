// A cache of weak_ptr: a texture is loaded once while somebody uses it and found again by name.
// guilty: race: load() looks in the map without the lock
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Texture {
    explicit Texture(const std::string &n) : pixels(n.size() * 16, 0) {}
    std::string pixels;
};

class TextureCache {
    std::map<std::string, std::weak_ptr<Texture>> cache;
    std::mutex m;

public:
    std::shared_ptr<Texture> load(const std::string &name) {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(m);
#endif
        auto sp = cache[name].lock();
        if (!sp) {
            sp = std::make_shared<Texture>(name);
            cache[name] = sp;
        }
        return sp;
    }
};

int main() {
    TextureCache cache;
    auto sky = cache.load("sky");
    std::size_t bytes[2] = {};
    auto level = [&](int me) {
        auto a = cache.load("sky");
        auto b = cache.load(me ? "grass" : "stone");
        bytes[me] = a->pixels.size() + b->pixels.size();
    };
    std::thread t0(level, 0), t1(level, 1);
    t0.join();
    t1.join();
    std::printf("%zu bytes, sky used by %ld\n", bytes[0] + bytes[1], sky.use_count());
    return bytes[0] + bytes[1] == 256 && sky.use_count() == 1 ? 0 : 1;
}
