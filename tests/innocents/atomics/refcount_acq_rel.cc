// A reference count: the decrement is acq_rel, so that the last owner sees what the others have written before it deletes.
// guilty: race: the decrement is relaxed
#include <atomic>
#include <cstdio>
#include <thread>

#ifdef GUILTY
constexpr auto dec_order = std::memory_order_relaxed;
#else
constexpr auto dec_order = std::memory_order_acq_rel;
#endif

struct Shared {
    std::atomic<int> refs;
    int slots[3] = {0, 0, 0};
    explicit Shared(int n) : refs(n) {}
    ~Shared() { std::printf("sum %d\n", slots[0] + slots[1] + slots[2]); }
};

static void release(Shared* s)
{
    if (s->refs.fetch_sub(1, dec_order) == 1)
        delete s;
}

int main()
{
    Shared* s = new Shared(3);
    auto owner = [s](int i) {
        s->slots[i] = 10 * (i + 1);
        release(s);
    };
    std::thread a(owner, 0), b(owner, 1);
    owner(2);
    a.join();
    b.join();
    return 0;
}
