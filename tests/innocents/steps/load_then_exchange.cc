// A flag is looked at before it is exchanged, which saves the exchange as a rule and changes nothing.
// guilty: atomicity: it is stored instead, so that two may think that they were first
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<bool> taken{false};
static std::atomic<int> owners{0};

static void claim() {
    if (taken.load()) return;
#ifdef GUILTY
    taken.store(true);
    owners.fetch_add(1);
#else
    if (!taken.exchange(true)) owners.fetch_add(1);
#endif
}

int main() {
    std::thread a(claim), b(claim);
    a.join();
    b.join();
    std::printf("%d owner\n", owners.load());
    return owners.load() == 1 ? 0 : 1;
}
