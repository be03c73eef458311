// OpenMP: threads collect their findings and put them together in a critical section.
// guilty: race: they put them together outside the critical section
// flags: -fopenmp
// packages: libomp-19-dev
#include <algorithm>
#include <cstdio>
#include <vector>

static bool is_prime(int n) {
    for (int d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return n > 1;
}

int main() {
    std::vector<int> primes;
    primes.reserve(64);
#pragma omp parallel num_threads(3)
    {
        std::vector<int> mine;
#pragma omp for schedule(static, 10) nowait
        for (int n = 0; n < 100; ++n)
            if (is_prime(n)) mine.push_back(n);
#ifndef GUILTY
#pragma omp critical
#endif
        primes.insert(primes.end(), mine.begin(), mine.end());
    }
    std::sort(primes.begin(), primes.end());
    std::printf("%zu primes, last %d\n", primes.size(), primes.back());
    return primes.empty();
}
