// The last owner of a counted buffer acquires with a fence what the others released.
#include <atomic>
#include <cstdlib>
#include <thread>

struct Buffer {
    std::atomic<int> owners;
    std::atomic<int> users;
    int bytes[4];
};

static void give_up(Buffer *b)
{
    b->users.fetch_add(1, std::memory_order_relaxed);
    if (b->owners.fetch_sub(1, std::memory_order_release) == 1) {
        std::atomic_thread_fence(std::memory_order_acquire);
        free(b);
    }
}

int main()
{
    Buffer *b = static_cast<Buffer *>(calloc(1, sizeof(Buffer)));
    b->owners.store(2);
    std::thread other(give_up, b);
    give_up(b);
    other.join();
    return 0;
}
