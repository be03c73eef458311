// A token bucket: callers may take a token if one is left, a refill adds a few.
// guilty: atomicity: the check for a token and its removal are two critical sections
#include <cstdio>
#include <mutex>
#include <thread>

class Bucket {
public:
    explicit Bucket(int tokens) : tokens_(tokens) {}
    bool allow() {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            if (tokens_ == 0) return false;
#ifdef GUILTY
        }
        {
            std::lock_guard<std::mutex> guard(mutex_);
#endif
            --tokens_;
            ++granted_;
        }
        return true;
    }
    void refill(int n) {
        std::lock_guard<std::mutex> guard(mutex_);
        tokens_ += n;
    }
    bool sound(int ever) {
        std::lock_guard<std::mutex> guard(mutex_);
        return tokens_ >= 0 && tokens_ + granted_ == ever;
    }
private:
    std::mutex mutex_;
    int tokens_;
    int granted_ = 0;
};

int main() {
    Bucket bucket(3);
    auto client = [&bucket] {
        int got = 0;
        for (int i = 0; i < 4; ++i) got += bucket.allow();
        std::printf("got %d\n", got);
    };
    std::thread a(client), b(client);
    bucket.refill(2);
    a.join();
    b.join();
    return bucket.sound(5) ? 0 : 1;
}
