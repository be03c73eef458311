// Particles are recycled through a pool; a smart pointer's deleter returns them to it.
// guilty: race: the deleter puts the particle back without the mutex
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Particle { double x = 0, y = 0; };

class ParticlePool {
public:
    using Handle = std::unique_ptr<Particle, std::function<void(Particle*)>>;
    Handle acquire() {
        std::unique_ptr<Particle> p;
        {
            std::lock_guard<std::mutex> guard(mutex_);
            if (!spare_.empty()) {
                p = std::move(spare_.back());
                spare_.pop_back();
            }
        }
        if (!p) p = std::make_unique<Particle>();
        return Handle(p.release(), [this](Particle* q) { recycle(q); });
    }
    std::size_t spare() { std::lock_guard<std::mutex> guard(mutex_); return spare_.size(); }
private:
    void recycle(Particle* p) {
        *p = Particle{};
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(mutex_);
#endif
        spare_.emplace_back(p);
    }
    std::mutex mutex_;
    std::vector<std::unique_ptr<Particle>> spare_;
};

int main() {
    ParticlePool pool;
    double ends[2];
    auto simulate = [&pool](double* end) {
        double sum = 0;
        for (int i = 0; i < 5; ++i) {
            auto p = pool.acquire();
            p->x += i;
            sum += p->x + p->y;
        }
        *end = sum;
    };
    std::thread a(simulate, &ends[0]), b(simulate, &ends[1]);
    a.join();
    b.join();
    std::printf("%.0f %.0f, %zu spare\n", ends[0], ends[1], pool.spare());
    return ends[0] != 10 || ends[1] != 10;
}
