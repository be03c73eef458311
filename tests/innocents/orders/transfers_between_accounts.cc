// Transfers lock both accounts, the lower number first.
// guilty: deadlock: whoever gives is locked first
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

struct Account {
  std::mutex lock;
  int balance = 100;
};
Account accounts[3];

void transfer(int from, int to, int amount) {
  int first = from, second = to;
#ifndef GUILTY
  if (first > second) std::swap(first, second);
#endif
  std::lock_guard<std::mutex> one(accounts[first].lock);
  std::lock_guard<std::mutex> other(accounts[second].lock);
  if (accounts[from].balance < amount) return;
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
}

int main() {
  std::thread a([] { transfer(0, 1, 10); });
  std::thread b([] {
    transfer(2, 0, 20);
    transfer(1, 0, 30);
  });
  a.join();
  b.join();
  std::printf("%d\n", accounts[0].balance + accounts[1].balance + accounts[2].balance);
}
