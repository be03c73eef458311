// Boost.Asio: two threads of a pool post to a strand, which runs the handlers one after the other.
// guilty: race: the handlers are run where they are made, without the strand
// packages: libboost-dev
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstdio>
#include <latch>
#include <vector>

namespace asio = boost::asio;

int main() {
    asio::thread_pool pool(2);
    auto strand = asio::make_strand(pool.get_executor());
    std::latch both_running(2);
    std::vector<int> log;
    log.reserve(16);
    for (int who = 0; who < 2; ++who)
        asio::post(pool, [&, who] {
            both_running.arrive_and_wait();
            for (int i = 0; i < 5; ++i) {
                auto handler = [&log, who, i] { log.push_back(10 * who + i); };
#ifdef GUILTY
                handler();
#else
                asio::post(strand, handler);
#endif
            }
        });
    pool.join();
    std::printf("%zu entries\n", log.size());
    return log.size() < 5;
}
