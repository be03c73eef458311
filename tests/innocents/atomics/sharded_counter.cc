// A counter in padded shards, one per thread slot; the reader adds the shards up at any time.
// guilty: race: the shards are plain longs, which only their owners write but the reader also reads
#include <atomic>
#include <cstdio>
#include <thread>

class ShardedCounter {
    struct alignas(64) Shard {
#ifdef GUILTY
        long value = 0;
        void add(long n) { value += n; }
        long get() const { return value; }
#else
        std::atomic<long> value{0};
        void add(long n) { value.store(value.load(std::memory_order_relaxed) + n, std::memory_order_relaxed); }
        long get() const { return value.load(std::memory_order_relaxed); }
#endif
    };
    Shard shards_[2];

public:
    void add(int owner, long n) { shards_[owner].add(n); }
    long total() const { return shards_[0].get() + shards_[1].get(); }
};

static ShardedCounter counter;

int main()
{
    auto work = [](int me) { for (int i = 0; i < 20; ++i) counter.add(me, 1); };
    std::thread a(work, 0), b(work, 1);
    long meanwhile = counter.total();
    a.join();
    b.join();
    std::printf("%s, then %ld\n", meanwhile <= 40 ? "fine" : "odd", counter.total());
    return counter.total() == 40 ? 0 : 1;
}
