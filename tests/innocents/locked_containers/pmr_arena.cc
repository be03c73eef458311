// Tokens are allocated from a memory_resource that only bumps a pointer and has to be locked by its users.
// guilty: race: one of the two tokenizers allocates from the arena without the lock
#include <cstddef>
#include <iostream>
#include <memory_resource>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

class Arena : public std::pmr::memory_resource {
    std::byte storage[4096];
    std::size_t used = 0;

    void *do_allocate(std::size_t bytes, std::size_t align) override {
        used = (used + align - 1) / align * align + bytes;
        return used <= sizeof storage ? storage + used - bytes : throw std::bad_alloc();
    }
    void do_deallocate(void *, std::size_t, std::size_t) override {}
    bool do_is_equal(const memory_resource &o) const noexcept override { return this == &o; }
};

Arena arena;
std::mutex arena_mutex;

int main() {
    std::vector<std::pmr::string> left, right;
    left.reserve(3);
    right.reserve(2);
    std::thread a([&] {
        for (auto s : {"a token too long for the small buffer", "x", "another long token, also allocated"}) {
            std::lock_guard lock(arena_mutex);
            left.emplace_back(s, &arena);
        }
    });
    std::thread b([&] {
        for (auto s : {"the third long token of this program", "y"}) {
#ifndef GUILTY
            std::lock_guard lock(arena_mutex);
#endif
            right.emplace_back(s, &arena);
        }
    });
    a.join();
    b.join();
    std::size_t n = 0;
    for (auto *tokens : {&left, &right})
        for (const auto &t : *tokens)
            n += t.size();
    std::cout << n << " bytes of tokens\n";
    return n == 109 && left[2].ends_with("allocated") && right[0].starts_with("the third") ? 0 : 1;
}
