// A source calls its observer, which may be detached meanwhile; the pointer is fetched once, under the lock.
// guilty: null, atomicity: it is asked whether there is an observer, and then fetched again
#include <cstdio>
#include <mutex>
#include <thread>

struct Observer {
    std::mutex mutex;
    int notified = 0;
    void notify() { std::lock_guard<std::mutex> guard(mutex); ++notified; }
};

class Source {
public:
    void attach(Observer* o) {
        std::lock_guard<std::mutex> guard(mutex_);
        observer_ = o;
    }
    Observer* observer() {
        std::lock_guard<std::mutex> guard(mutex_);
        return observer_;
    }
    void changed() {
#ifdef GUILTY
        if (observer()) observer()->notify();
#else
        if (Observer* o = observer()) o->notify();
#endif
    }
private:
    std::mutex mutex_;
    Observer* observer_ = nullptr;
};

int main() {
    Observer observer;      // outlives both threads
    Source source;
    source.attach(&observer);
    std::thread worker([&source] { for (int i = 0; i < 4; ++i) source.changed(); });
    std::thread closer([&source] { source.attach(nullptr); source.changed(); });
    worker.join();
    closer.join();
    std::printf("notified %d times\n", observer.notified);
    return observer.notified > 4;
}
