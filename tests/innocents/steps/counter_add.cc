// A counter with a lock of its own; who counts asks it to add, who reports reads it.
// guilty: atomicity: who counts reads it and sets it to one more
#include <cstdio>
#include <mutex>
#include <thread>

class Counter {
    mutable std::mutex mutex_;
    int value_ = 0;

public:
    int get() const {
        std::lock_guard guard(mutex_);
        return value_;
    }
    void set(int value) {
        std::lock_guard guard(mutex_);
        value_ = value;
    }
    void add(int n) {
        std::lock_guard guard(mutex_);
        value_ += n;
    }
};

static Counter served;

static void serve(int requests) {
    for (int i = 0; i < requests; ++i) {
#ifdef GUILTY
        served.set(served.get() + 1);
#else
        served.add(1);
#endif
    }
}

int main() {
    served.set(0);
    std::thread a(serve, 2), b(serve, 1);
    a.join();
    b.join();
    std::printf("%d served\n", served.get());
}
