// Accounts share four stripes of locks, chosen by hash; a transfer locks its two stripes in index order.
// guilty: deadlock: the stripes are locked in the order source, destination
#include <array>
#include <cstddef>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

std::array<std::mutex, 4> stripes;
std::vector<long> balance(32, 100);

std::size_t stripe_of(int account) { return (account * 7u) % stripes.size(); }

void transfer(int from, int to, long amount) {
    std::size_t first = stripe_of(from), second = stripe_of(to);
#ifndef GUILTY
    if (first > second)
        std::swap(first, second);
#endif
    std::unique_lock<std::mutex> l1(stripes[first]);
    std::unique_lock<std::mutex> l2;
    if (second != first)
        l2 = std::unique_lock<std::mutex>(stripes[second]);
    balance[from] -= amount;
    balance[to] += amount;
}

int main() {
    std::thread a([] {
        transfer(1, 2, 10);
        transfer(5, 9, 10);
    });
    std::thread b([] {
        transfer(6, 1, 20);
        transfer(3, 4, 10);
    });
    a.join();
    b.join();
    long total = 0;
    for (long x : balance)
        total += x;
    std::cout << "total " << total << '\n';
    return total == 3200 && balance[1] == 110 ? 0 : 1;
}
