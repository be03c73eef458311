// Two threads may dispose of a shared buffer; taking it by exchange leaves null for the second.
// guilty: double-free, atomicity: the pointer is loaded and set to null in a second step
#include <atomic>
#include <iostream>
#include <thread>

static std::atomic<int*> buffer{new int[16]()};

static bool dispose()
{
#ifdef GUILTY
    int* b = buffer.load();
    buffer.store(nullptr);
#else
    int* b = buffer.exchange(nullptr);
#endif
    delete[] b;
    return b != nullptr;
}

int main()
{
    int disposed[2] = {0, 0};
    std::thread a([&] { disposed[0] = dispose(); });
    std::thread b([&] { disposed[1] = dispose(); });
    a.join();
    b.join();
    std::cout << "disposed by " << (disposed[0] ? "a" : "b") << '\n';
    return disposed[0] + disposed[1] == 1 ? 0 : 1;
}
