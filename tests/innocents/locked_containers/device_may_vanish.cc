// A device can be unplugged at any time: whether it is there and its use are one critical section.
// guilty: null, atomicity: it is checked in one critical section and used in the next
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Device {
    int volume = 3;
};

class Mixer {
    std::unique_ptr<Device> device = std::make_unique<Device>();
    std::mutex m;

public:
    int louder() {
        std::unique_lock<std::mutex> lock(m);
        if (!device)
            return -1;
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        return ++device->volume;
    }
    void unplug() {
        std::lock_guard<std::mutex> lock(m);
        device.reset();
    }
};

int main() {
    Mixer mixer;
    mixer.louder();
    std::thread user([&] {
        for (int i = 0; i < 3; i++)
            mixer.louder();
    });
    std::thread cable([&] { mixer.unplug(); });
    user.join();
    cable.join();
    std::printf("after: %d\n", mixer.louder());
    return mixer.louder() == -1 ? 0 : 1;
}
