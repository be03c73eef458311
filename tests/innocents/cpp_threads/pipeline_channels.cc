// A pipeline of two threads and main, connected by channels of shared_ptr records; a null record ends it.
// guilty: race: the first stage fills in a field after it has sent the record on
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

template <class T> class Channel {
    std::mutex m;
    std::condition_variable cv;
    std::queue<T> q;
public:
    void send(T v)
    {
        std::lock_guard l(m);
        q.push(std::move(v));
        cv.notify_one();
    }
    T receive()
    {
        std::unique_lock l(m);
        cv.wait(l, [this] { return !q.empty(); });
        T v = std::move(q.front());
        q.pop();
        return v;
    }
};

struct Record { int id, size; };
int main()
{
    Channel<std::shared_ptr<Record>> raw, cooked;
    int total = 0;
    std::thread reader([&] {
        for (int i = 1; i <= 5; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // slow input
            auto r = std::make_shared<Record>(Record{i, 0});
#ifdef GUILTY
            raw.send(r);
#endif
            r->size = i * 10;
#ifndef GUILTY
            raw.send(r);
#endif
        }
        raw.send(nullptr);
    });
    std::thread doubler([&] {
        for (; auto r = raw.receive(); cooked.send(r))
            r->size *= 2;
        cooked.send(nullptr);
    });
    while (auto r = cooked.receive())
        total += r->size;
    reader.join(), doubler.join();
    std::cout << total << '\n';
}
