// A memo of computed squares: looked up under a shared lock, filled under an exclusive one.
// guilty: race: the lookup uses operator[], which inserts, under the shared lock
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Memo {
    std::map<int, long> known;
    mutable std::shared_mutex m;

    long lookup(int n) {
        std::shared_lock lock(m);
#ifdef GUILTY
        return known[n];
#else
        auto it = known.find(n);
        return it != known.end() ? it->second : 0;
#endif
    }

public:
    long square(int n) {
        if (long s = lookup(n))
            return s;
        long s = static_cast<long>(n) * n;
        std::unique_lock lock(m);
        known[n] = s;
        return s;
    }
};

int main() {
    Memo memo;
    long sum[2] = {0, 0};
    std::thread a([&] {
        for (int n = 1; n <= 8; ++n)
            sum[0] += memo.square(n);
    });
    std::thread b([&] {
        for (int n = 8; n >= 1; --n)
            sum[1] += memo.square(n);
    });
    a.join();
    b.join();
    std::cout << sum[0] << ' ' << sum[1] << '\n';
    return sum[0] == 204 && sum[1] == 204 ? 0 : 1;
}
