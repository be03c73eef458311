// Every thread bumps through an arena of its own and resets it after each request.
// guilty: race: the arena is one for all threads
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <thread>

class Arena {
public:
    void* allocate(std::size_t n) {
        n = (n + 7) & ~std::size_t(7);
        if (used_ + n > sizeof memory_) return nullptr;
        void* p = memory_ + used_;
        used_ += n;
        return p;
    }
    void reset() { used_ = 0; }
private:
    alignas(16) char memory_[1024];
    std::size_t used_ = 0;
};

#ifdef GUILTY
static Arena arena;
#else
static thread_local Arena arena;
#endif

static int handle_request(const char* text) {
    std::size_t n = std::strlen(text);
    char* upper = static_cast<char*>(arena.allocate(n + 1));
    int letters = 0;
    for (std::size_t i = 0; i <= n; ++i) {
        upper[i] = text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i];
        letters += upper[i] >= 'A' && upper[i] <= 'Z';
    }
    arena.reset();
    return letters;
}

int main() {
    int left = 0, right = 0;
    std::thread a([&] { for (int i = 0; i < 10; ++i) left += handle_request("get /index.html"); });
    std::thread b([&] { for (int i = 0; i < 10; ++i) right += handle_request("put /x"); });
    a.join();
    b.join();
    std::printf("%d %d\n", left, right);
}
