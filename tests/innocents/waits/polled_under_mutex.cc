// A thread that may not sleep polls a flag under its mutex until the others have come.
// guilty: race: who comes last sets the flag without the mutex
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int came = 0;
static bool complete = false;

static void come() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::unique_lock<std::mutex> lock(mutex);
    if (++came < 2) return;
#ifdef GUILTY
    lock.unlock();
#endif
    complete = true;
}

int main() {
    std::thread a(come), b(come);
    for (;;) {
        std::lock_guard<std::mutex> lock(mutex);
        if (complete) break;
    }
    a.join();
    b.join();
    std::printf("%d came\n", came);
}
