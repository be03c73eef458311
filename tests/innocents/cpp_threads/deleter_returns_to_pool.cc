// Buffers come from a pool and go back to it by the custom deleter of their unique_ptr, under the pool's mutex.
// guilty: race: the deleter puts the buffer back without the mutex
#include <array>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using Buffer = std::array<char, 64>;

class BufferPool {
public:
    struct Return {
        BufferPool* pool;
        void operator()(Buffer* b) const { pool->put_back(b); }
    };
    using Handle = std::unique_ptr<Buffer, Return>;

    BufferPool()
    {
        free_.reserve(4);
        for (auto& b : storage_)
            free_.push_back(&b);
    }
    Handle take()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Buffer* b = free_.back();
        free_.pop_back();
        return Handle(b, Return{this});
    }
    std::size_t available() const { return free_.size(); }

private:
    void put_back(Buffer* b)
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        free_.push_back(b);
    }
    std::mutex mutex_;
    std::array<Buffer, 4> storage_{};
    std::vector<Buffer*> free_;
};

int main()
{
    BufferPool pool;
    auto use = [&pool](char c) {
        for (int i = 0; i < 3; ++i)
            pool.take()->fill(c);
    };
    std::thread a(use, 'a'), b(use, 'b');
    a.join();
    b.join();
    std::cout << pool.available() << " buffers free\n";
}
