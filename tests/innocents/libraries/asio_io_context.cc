// Boost.Asio: two threads run an io_context with timers; the expiries are counted under a mutex.
// guilty: race: they are counted without the mutex
// packages: libboost-dev
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

int main() {
    boost::asio::io_context context;
    std::mutex m;
    int expired = 0;
    std::vector<std::unique_ptr<boost::asio::steady_timer>> timers;
    for (int i = 0; i < 6; ++i) {
        timers.push_back(std::make_unique<boost::asio::steady_timer>(context, std::chrono::milliseconds(1 + i / 2)));
        timers.back()->async_wait([&](const boost::system::error_code& error) {
            if (error) return;
#ifndef GUILTY
            std::lock_guard<std::mutex> guard(m);
#endif
            ++expired;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        });
    }
    std::thread other([&context] { context.run(); });
    context.run();
    other.join();
    { std::lock_guard<std::mutex> guard(m); std::printf("%d expired\n", expired); }
    return expired == 0;
}
