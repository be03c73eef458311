// A client sends batches to the mailbox of a summing actor, which answers; the messages own their data.
// guilty: race: the message carries a span of the client's buffer, which the client reuses for the next batch
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <numeric>
#include <queue>
#include <span>
#include <thread>
#include <vector>

template <class M> class Mailbox {
    std::mutex m;
    std::condition_variable cv;
    std::queue<M> q;
public:
    void send(M msg)
    {
        std::lock_guard lock(m);
        q.push(std::move(msg));
        cv.notify_one();
    }
    M receive()
    {
        std::unique_lock lock(m);
        cv.wait(lock, [this] { return !q.empty(); });
        M msg = std::move(q.front());
        q.pop();
        return msg;
    }
};
#ifdef GUILTY
using Batch = std::span<const int>;
#else
using Batch = std::vector<int>;
#endif

int main()
{
    Mailbox<Batch> requests;
    Mailbox<int> replies;
    std::thread summer([&] {
        for (Batch b = requests.receive(); !b.empty(); b = requests.receive())
            replies.send(std::accumulate(b.begin(), b.end(), 0));
    });
    std::vector<int> buffer(4);
    for (int round = 1; round <= 3; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1)); // slow input
        std::fill(buffer.begin(), buffer.end(), round);
        requests.send(Batch(buffer.begin(), buffer.end()));
    }
    requests.send(Batch{});
    int total = 0;
    for (int i = 0; i < 3; ++i)
        total += replies.receive();
    summer.join();
    std::cout << "total " << total << '\n';
}
