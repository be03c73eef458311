// A jthread drains a queue with the interruptible wait of condition_variable_any; main stops it, joins it and looks at the count.
// guilty: race: main reads the count after the request to stop, without the join
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

int main()
{
    std::mutex m;
    std::condition_variable_any cv;
    std::queue<int> jobs;
    int handled = 0;

    std::jthread consumer([&](std::stop_token st) {
        std::unique_lock lk(m);
        while (cv.wait(lk, st, [&] { return !jobs.empty(); })) {
            int job = jobs.front();
            jobs.pop();
            lk.unlock();
            handled += job > 0;
            lk.lock();
        }
    });

    for (int i = 1; i <= 10; ++i) {
        {
            std::lock_guard lk(m);
            jobs.push(i);
        }
        cv.notify_one();
    }
    consumer.request_stop();
#ifdef GUILTY
    std::cout << "handled " << handled << '\n';
    consumer.join();
#else
    consumer.join();
    std::cout << "handled " << handled << '\n';
#endif
    return 0;
}
