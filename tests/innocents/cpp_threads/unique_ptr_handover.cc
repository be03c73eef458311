// Parcels are handed over by moving unique_ptrs through a locked queue; the sender notes what it needs before.
// guilty: uaf, race: the sender reads the weight from the parcel it has given away
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

struct Parcel {
    int weight;
};

std::mutex m;
std::condition_variable cv;
std::queue<std::unique_ptr<Parcel>> belt;

void put(std::unique_ptr<Parcel> p)
{
    {
        std::lock_guard<std::mutex> lock(m);
        belt.push(std::move(p));
    }
    cv.notify_one();
}

int main()
{
    int received = 0, sent = 0;
    std::thread receiver([&] {
        for (int n = 0; n < 4; ++n) {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [] { return !belt.empty(); });
            auto parcel = std::move(belt.front());
            belt.pop();
            lock.unlock();
            received += parcel->weight;
        }
    });
    for (int w = 1; w <= 4; ++w) {
        auto parcel = std::make_unique<Parcel>(Parcel{w});
#ifdef GUILTY
        const Parcel* label = parcel.get();
        put(std::move(parcel));
        sent += label->weight;
#else
        sent += parcel->weight;
        put(std::move(parcel));
#endif
    }
    receiver.join();
    std::printf("sent %d, received %d\n", sent, received);
    return received == 10 ? 0 : 1;
}
