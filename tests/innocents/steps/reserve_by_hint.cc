// A copy asks for the size first, to have room; what it copies is what is there then.
// guilty: race: the size is read without the lock
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int> shared;

static std::vector<int> copy() {
    std::vector<int> result;
    std::size_t hint;
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(mutex);
#endif
        hint = shared.size();
    }
    result.reserve(hint + 2);
    std::lock_guard<std::mutex> guard(mutex);
    for (int v : shared) result.push_back(v);
    return result;
}

int main() {
    std::size_t copied = 0;
    std::thread writer([] {
        for (int i = 0; i < 6; ++i) {
            std::lock_guard<std::mutex> guard(mutex);
            shared.push_back(i);
        }
    });
    std::thread reader([&] { copied = copy().size(); });
    writer.join();
    reader.join();
    std::puts(copied <= 6 ? "copied" : "odd");
    return copied <= 6 ? 0 : 1;
}
