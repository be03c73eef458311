// A sampler owns its thread, which is stopped and joined before the other members go.
// guilty: uaf, race: the thread is the first member, so the samples are destroyed before it has ended
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

static std::atomic<int> started{0};

class Sampler {
public:
    explicit Sampler(int n) : samples_(std::make_unique<int[]>(64)) {
        thread_ = std::jthread([this, n](std::stop_token stop) {
            for (int i = 0; i < n && !stop.stop_requested(); ++i) {
                samples_[16 + i] = i * i;
                if (i == n / 2) { started = samples_[16 + i]; started.notify_one(); }
            }
        });
    }
private:
#ifdef GUILTY
    std::jthread thread_;
    std::unique_ptr<int[]> samples_;
#else
    std::unique_ptr<int[]> samples_;
    std::jthread thread_;
#endif
};

int main() {
    {
        Sampler sampler(20);
        started.wait(0);           // let it get half way
    }
    std::printf("half way at %d\n", started.load());
    return started != 100;
}
