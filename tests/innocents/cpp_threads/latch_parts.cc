// Workers each compute a part and count a latch down; the main thread waits for the latch before it concatenates the parts.
// guilty: race: the workers count down before they have written their part
#include <array>
#include <iostream>
#include <latch>
#include <string>
#include <thread>
#include <vector>

int main()
{
    constexpr int n = 3;
    std::array<int, n> part{};
    std::latch done(n);
    std::vector<std::jthread> workers;

    for (int i = 0; i < n; ++i)
        workers.emplace_back([&part, &done, i] {
            int sum = 0;
            for (int k = i * 10; k < (i + 1) * 10; ++k)
                sum += k;
#ifdef GUILTY
            done.count_down();
            part[i] = sum;
#else
            part[i] = sum;
            done.count_down();
#endif
        });

    done.wait();
    int total = 0;
    for (int p : part)
        total += p;
    std::cout << "total " << total << '\n';
    return 0;
}
