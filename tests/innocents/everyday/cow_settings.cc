// Copy-on-write settings: readers hold an immutable snapshot, a change installs a new one.
// guilty: race: a change is made in the snapshot that readers hold
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Settings { int volume = 5; std::string theme = "light"; };

class SettingsStore {
public:
    std::shared_ptr<const Settings> snapshot() const {
        std::lock_guard<std::mutex> guard(mutex_);
        return current_;
    }
    template <typename F> void change(F f) {
        std::lock_guard<std::mutex> guard(mutex_);
#ifdef GUILTY
        f(*current_);
#else
        auto fresh = std::make_shared<Settings>(*current_);
        f(*fresh);
        current_ = fresh;
#endif
    }
private:
    mutable std::mutex mutex_;
    std::shared_ptr<Settings> current_ = std::make_shared<Settings>();
};

int main() {
    SettingsStore store;
    int loudest = 0;
    std::thread player([&] {
        for (int i = 0; i < 8; ++i) {
            auto s = store.snapshot();
            if (s->volume > loudest) loudest = s->volume;
        }
    });
    std::thread user([&] {
        for (int i = 0; i < 4; ++i) store.change([](Settings& s) { ++s.volume; });
        store.change([](Settings& s) { s.theme = "dark"; });
    });
    player.join();
    user.join();
    auto last = store.snapshot();
    std::printf("%d %s, loudest heard %d\n", last->volume, last->theme.c_str(), loudest);
    return last->volume != 9;
}
