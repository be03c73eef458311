// The last owner of a counted buffer frees it without having acquired what the others released.
#include <atomic>
#include <cstdlib>
#include <thread>

struct Buffer {
    std::atomic<int> owners;
    int bytes[4];
};

static void give_up(Buffer *b)
{
    b->bytes[0]++;
    if (b->owners.fetch_sub(1, std::memory_order_relaxed) == 1) // RACE maybe
        free(b); // RACE maybe
}

int main()
{
    Buffer *b = static_cast<Buffer *>(calloc(1, sizeof(Buffer)));
    b->owners.store(2);
    b->bytes[1] = 7;
    std::thread other([b] {
        int seen = b->bytes[1];
        if (seen == 7 && b->owners.fetch_sub(1, std::memory_order_relaxed) == 1) // RACE maybe
            free(b); // RACE maybe
    });
    give_up(b);
    other.join();
    return 0;
}
