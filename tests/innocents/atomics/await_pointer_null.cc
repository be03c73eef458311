// A thread waits with atomic::wait until the service pointer is there before it calls the service.
// guilty: null: it takes for granted that the service is there by now
// missed: the value that was read decides what comes next
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

struct Service {
    int calls = 0;
    int call() { return ++calls; }
};

static std::atomic<Service*> service{nullptr};

static int use_service()
{
#ifndef GUILTY
    service.wait(nullptr);
#endif
    return service.load()->call();
}

int main()
{
    int calls = 0;
    std::thread client([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // reads its own settings first
        calls = use_service();
    });
    Service s;
    service.store(&s);
    service.notify_all();
    client.join();
    std::printf("%d call\n", calls);
    return calls == 1 ? 0 : 1;
}
