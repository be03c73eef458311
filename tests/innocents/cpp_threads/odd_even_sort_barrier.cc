// Odd-even transposition sort: two threads compare disjoint pairs in each phase, with a barrier between the phases.
// guilty: race: there is no barrier between the phases
#include <array>
#include <barrier>
#include <iostream>
#include <thread>

int main()
{
    std::array<int, 8> a{8, 3, 7, 1, 6, 2, 5, 4};
    std::barrier phase_end(2);

    auto worker = [&](unsigned me) {
        for (unsigned phase = 0; phase < a.size(); ++phase) {
            for (unsigned i = phase % 2 + 2 * me; i + 1 < a.size(); i += 4)
                if (a[i] > a[i + 1])
                    std::swap(a[i], a[i + 1]);
#ifndef GUILTY
            phase_end.arrive_and_wait();
#endif
        }
    };
    std::thread t0(worker, 0), t1(worker, 1);
    t0.join();
    t1.join();
    for (int x : a)
        std::cout << x << ' ';
    std::cout << '\n';
}
