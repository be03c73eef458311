// An alarm compares the level only when it is armed; it is armed after the filling has ended.
// guilty: race: it is armed from the beginning
#include <cstdio>
#include <thread>
#include <vector>

static int level = 0, limit = 50;

struct Alarm {
    bool armed;
    int rung;
    void check() { if (armed && level > limit) ++rung; }
};

static void fill(int steps) {
    for (int i = 0; i < steps; ++i) { level += 10; limit += i % 2; }
}

static void watch(std::vector<Alarm>* alarms) {
    for (auto& a : *alarms) a.check();
}

int main() {
#ifdef GUILTY
    std::vector<Alarm> alarms(6, Alarm{true, 0});
#else
    std::vector<Alarm> alarms(6, Alarm{false, 0});
#endif
    std::thread filler(fill, 8), watcher(watch, &alarms);
    filler.join();
    watcher.join();
    for (auto& a : alarms) a.armed = true;
    watch(&alarms);
    std::printf("level %d, rung %d\n", level, alarms[0].rung);
    return alarms[0].rung == 0;
}
