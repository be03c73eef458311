// A fixed hash set of ints with open addressing: a free cell is claimed by compare-exchange of its key.
// guilty: atomicity: a free cell is claimed with a store after a load
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

class IntSet {
    std::array<std::atomic<int>, 16> keys_{}; // 0 means free

public:
    bool insert(int key)
    {
        for (unsigned i = static_cast<unsigned>(key) * 7;; ++i) {
            std::atomic<int>& cell = keys_[i % keys_.size()];
            int seen = cell.load();
#ifdef GUILTY
            if (seen == 0) {
                cell.store(key);
                return true;
            }
#else
            if (seen == 0 && cell.compare_exchange_strong(seen, key))
                return true;
#endif
            if (seen == key)
                return false;
        }
    }
    int size() const
    {
        int n = 0;
        for (auto& k : keys_)
            n += k.load() != 0;
        return n;
    }
};

int main()
{
    IntSet set;
    int fresh[2] = {0, 0};
    auto fill = [&](int me, int from) {
        for (int k = from; k < from + 6; ++k)
            fresh[me] += set.insert(k);
    };
    std::thread a(fill, 0, 1), b(fill, 1, 4);
    a.join();
    b.join();
    std::printf("%d keys\n", set.size());
    return set.size() == 9 && fresh[0] + fresh[1] == 9 ? 0 : 1;
}
