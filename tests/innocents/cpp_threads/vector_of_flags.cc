// Each thread marks its own multiples in its own elements of a vector of char.
// guilty: race: the vector is a vector<bool>, whose neighbouring elements share a word
#include <iostream>
#include <thread>
#include <vector>

#ifdef GUILTY
using Flags = std::vector<bool>;
#else
using Flags = std::vector<char>;
#endif

int main()
{
    Flags any(32);
    std::thread a([&] {
        for (int i = 0; i < 32; i += 2)
            any[i] = true;
    });
    std::thread b([&] {
        for (int i = 1; i < 32; i += 6)
            any[i] = true;
    });
    a.join();
    b.join();
    int n = 0;
    for (bool f : any)
        n += f;
    std::cout << n << " marked\n";
    return 0;
}
