// Each thread computes its own valarray and adds it to the common spectrum under a lock.
// guilty: race: the whole-array += is done without the lock
#include <iostream>
#include <mutex>
#include <thread>
#include <valarray>
#include <vector>

std::mutex m;

int main() {
    std::valarray<double> spectrum(0.0, 16);
    std::vector<std::thread> workers;

    for (int k = 1; k <= 3; ++k)
        workers.emplace_back([&, k] {
            std::valarray<double> part(0.0, spectrum.size());
            for (std::size_t i = 0; i < part.size(); ++i)
                part[i] = k * static_cast<double>(i % 4);
            part *= 2.0;
#ifndef GUILTY
            std::lock_guard<std::mutex> lock(m);
#endif
            spectrum += part;
        });
    for (auto &w : workers)
        w.join();
    std::cout << "sum " << spectrum.sum() << ", peak " << spectrum.max() << '\n';
    return spectrum.sum() == 288.0 ? 0 : 1;
}
