// A pool of two connections for four clients; a client waits until one is free.
// guilty: race: the statistics of a connection are updated after it was given back
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Connection { int id; int queries; };

class Pool {
public:
    Connection* take() {
        std::unique_lock<std::mutex> lock(mutex_);
        freed_.wait(lock, [this] { return !idle_.empty(); });
        Connection* c = idle_.back();
        idle_.pop_back();
        return c;
    }
    void give_back(Connection* c) {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            idle_.push_back(c);
        }
        freed_.notify_one();
    }
    int queries() const { return all_[0].queries + all_[1].queries; }
private:
    std::mutex mutex_;
    std::condition_variable freed_;
    Connection all_[2] = {{1, 0}, {2, 0}};
    std::vector<Connection*> idle_{&all_[0], &all_[1]};
};

int main() {
    Pool pool;
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i)
        clients.emplace_back([&pool] {
            for (int round = 0; round < 3; ++round) {
                Connection* c = pool.take();
#ifdef GUILTY
                pool.give_back(c);
                c->queries++;
#else
                c->queries++;
                pool.give_back(c);
#endif
            }
        });
    for (auto& c : clients) c.join();
    std::printf("%d queries\n", pool.queries());
}
