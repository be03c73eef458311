// Users enter a device by counting up unless it is closing; closing marks it and waits until the users have left.
// guilty: uaf, race: the closing does not wait
#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

struct Device {
    int data[4] = {1, 2, 3, 4};
};

static Device* device = new Device;
static std::atomic<int> users{0};
constexpr int closing = 1 << 20;

static int use()
{
    if (users.fetch_add(1) >= closing) {
        users.fetch_sub(1);
        return 0;
    }
    int sum = 0;
    for (int d : device->data)
        sum += d;
    users.fetch_sub(1);
    return sum;
}

static void close_device()
{
    users.fetch_add(closing);
#ifndef GUILTY
    while (users.load() != closing)
        std::this_thread::yield();
#endif
    delete device;
}

int main()
{
    int sums[2] = {0, 0};
    std::thread a([&] { sums[0] = use(); });
    std::thread b([&] { sums[1] = use(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    close_device();
    a.join();
    b.join();
    std::cout << (sums[0] % 10 == 0 && sums[1] % 10 == 0 ? "fine" : "odd") << '\n';
}
