// A sampler owns its samples and a jthread; the thread is the last member, so it is joined before the samples go.
// guilty: race, uaf: the jthread is declared before the samples it fills
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

class Sampler {
#ifdef GUILTY
    std::jthread thread_;
    std::vector<int> samples_;
#else
    std::vector<int> samples_;
    std::jthread thread_;
#endif

public:
    Sampler()
    {
        samples_.reserve(8);
        thread_ = std::jthread([this] {
            for (int i = 0; i < 8; ++i)
                samples_.push_back(i * i);
        });
    }
};

int main()
{
    {
        Sampler sampler;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::printf("sampled\n");
}
