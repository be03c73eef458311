// Identifiers are drawn from an atomic counter in small blocks per thread.
// guilty: atomicity: a block is reserved by a load and a store
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

class IdGenerator {
public:
    int next() {
        if (left_ == 0) {
            next_ = reserve();
            left_ = block;
        }
        --left_;
        return next_++;
    }
private:
    static constexpr int block = 4;
    static int reserve() {
#ifdef GUILTY
        int start = counter.load();
        counter.store(start + block);
        return start;
#else
        return counter.fetch_add(block);
#endif
    }
    static inline std::atomic<int> counter{1};
    int next_ = 0, left_ = 0;
};

int main() {
    std::vector<int> ids[2];
    auto draw = [&ids](int who) {
        IdGenerator generator;
        for (int i = 0; i < 10; ++i) ids[who].push_back(generator.next());
    };
    std::thread a(draw, 0), b(draw, 1);
    a.join();
    b.join();
    std::vector<int> all = ids[0];
    all.insert(all.end(), ids[1].begin(), ids[1].end());
    std::sort(all.begin(), all.end());
    bool unique = std::adjacent_find(all.begin(), all.end()) == all.end();
    std::printf("%zu ids, highest %d\n", all.size(), all.back());
    return unique ? 0 : 1;
}
