// Buffers move between a free list and a used list with list::splice, under one mutex.
// guilty: race: release() splices back without the mutex
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

struct Buffer {
    char data[64];
    int uses = 0;
};

class BufferPool {
public:
    using Handle = std::list<Buffer>::iterator;

    explicit BufferPool(size_t n) : free_(n) {}

    Handle acquire() {
        std::lock_guard<std::mutex> lk(mu_);
        if (free_.empty())
            free_.emplace_back();
        used_.splice(used_.begin(), free_, free_.begin());
        return used_.begin();
    }
    void release(Handle h) {
#ifndef GUILTY
        std::lock_guard<std::mutex> lk(mu_);
#endif
        free_.splice(free_.end(), used_, h);
    }
    int total_uses() {
        std::lock_guard<std::mutex> lk(mu_);
        assert(used_.empty());
        int n = 0;
        for (auto &b : free_)
            n += b.uses;
        return n;
    }

private:
    std::mutex mu_;
    std::list<Buffer> free_, used_;
};

int main() {
    BufferPool pool(2);
    auto work = [&pool] {
        for (int i = 0; i < 3; ++i) {
            auto h = pool.acquire();
            h->data[0] = static_cast<char>('a' + i);
            h->uses++;
            pool.release(h);
        }
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
    return pool.total_uses() == 6 ? 0 : 1;
}
