// A sieve in parts: each thread marks the multiples in its own part of a vector of flags.
// guilty: race: a vector<bool> packs the flags, so neighbouring parts share a word
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

#ifdef GUILTY
using Flags = std::vector<bool>;
#else
using Flags = std::vector<char>;
#endif

void sieve_part(Flags &composite, int from, int to) {
    for (int p : {2, 3, 5, 7})
        for (int n = from; n < to; ++n)
            if (n > p && n % p == 0)
                composite[n] = true;
}

int main() {
    const int limit = 100;
    Flags composite(limit);
    std::thread low(sieve_part, std::ref(composite), 2, 40);
    std::thread high(sieve_part, std::ref(composite), 40, limit);
    low.join();
    high.join();
    int primes = 0;
    for (int n = 2; n < limit; ++n)
        primes += !composite[n];
    std::cout << primes << " primes below " << limit << '\n';
    return primes == 25 ? 0 : 1;
}
