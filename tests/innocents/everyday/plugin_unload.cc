// A plugin can be unloaded at any time; a caller fetches the pointer once and uses that.
// guilty: null: the pointer is fetched a second time after the check
// missed: the value that was read decides what comes next
#include <atomic>
#include <cstdio>
#include <thread>

struct Plugin {
    int version;
    int run(int x) const { return x + version; }
};

static const Plugin resident{3};             // lives until the program ends
static std::atomic<const Plugin*> active{&resident};

static int call(int x) {
    const Plugin* p = active.load();
    if (p == nullptr) return x;
#ifdef GUILTY
    return active.load()->run(x);
#else
    return p->run(x);
#endif
}

int main() {
    int results[5];
    std::thread caller([&results] {
        for (int i = 0; i < 5; ++i) results[i] = call(i);
    });
    std::thread unloader([] {
        active = nullptr;
        std::printf("after unloading: %d\n", call(100));
    });
    caller.join();
    unloader.join();
    int with = 0;
    for (int i = 0; i < 5; ++i) with += results[i] == i + 3;
    std::printf("%d calls had the plugin\n", with);
}
