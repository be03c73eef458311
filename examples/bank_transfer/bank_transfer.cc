// A small bank. During the day a clerk moves credit between accounts; in the evening what is left on
// them expires, which is another thread's business.
//
// The bug: transfer() looks at the balance in one critical section and takes the money in another.
// Every access is locked, so nothing races, but the evening fits between the two sections.
// The effect: the account is overdrawn and the assertion in withdraw() fails.
// An ordinary run: the evening comes long after the last transfer.
// The twin bank_transfer_fixed.cc checks and withdraws in one critical section.
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
    return balance_;  // BUG(atomicity): what the caller decides on may change at once
  }
  void deposit(long cents) {
    const std::lock_guard lock(mutex_);
    balance_ += cents;
  }
  void withdraw(long cents) {
    const std::lock_guard lock(mutex_);
    balance_ -= cents;  // BUG(atomicity): relies on a balance seen in an earlier section
    assert(balance_ >= 0);
  }
  void expire() {
    const std::lock_guard lock(mutex_);
    balance_ = 0;  // BUG(atomicity): may come between the check and the withdrawal
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
  if (from.balance() < cents) return false;
  from.withdraw(cents);
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
