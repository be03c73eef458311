// The repaired twin of bank_transfer.cc: the balance is checked and the money taken in one critical
// section. If the evening comes first, the clerk is refused and no account is overdrawn.
#include <array>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

class Account {
 public:
  explicit Account(long cents) : balance_(cents) {}

  long balance() {
    const std::lock_guard lock(mutex_);
    return balance_;
  }
  void deposit(long cents) {
    const std::lock_guard lock(mutex_);
    balance_ += cents;
  }
  // False if there is not enough.
  bool withdraw(long cents) {
    const std::lock_guard lock(mutex_);
    if (balance_ < cents) return false;
    balance_ -= cents;
    assert(balance_ >= 0);
    return true;
  }
  void expire() {
    const std::lock_guard lock(mutex_);
    balance_ = 0;
  }

 private:
  std::mutex mutex_;
  long balance_;
};

struct Bank {
  std::array<Account, 3> current{Account(50'000), Account(30'000), Account(20'000)};

  long total() {
    long sum = 0;
    for (Account& account : current) sum += account.balance();
    return sum;
  }
};

// False if `from` cannot afford it.
bool transfer(Account& from, Account& to, long cents) {
  if (!from.withdraw(cents)) return false;
  to.deposit(cents);
  return true;
}

int work_through_the_day(Bank& bank) {
  int done = 0;
  for (size_t i = 0; i < 60; ++i) {
    const size_t from = i % bank.current.size();
    const size_t to = (i + 1) % bank.current.size();
    done += transfer(bank.current[from], bank.current[to], 100 + 10 * static_cast<long>(i));
  }
  return done;
}

void expire_in_the_evening(Bank& bank) {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (Account& account : bank.current) account.expire();
}

int main() {
  Bank bank;
  int transfers = 0;
  std::thread clerk([&] { transfers = work_through_the_day(bank); });
  std::thread evening([&] { expire_in_the_evening(bank); });
  clerk.join();
  evening.join();

  const long left = bank.total();
  std::printf("%d transfers, %ld.%02ld left\n", transfers, left / 100, left % 100);
  return left >= 0 ? 0 : 1;
}
