// std::scoped_lock, std::lock and std::try_lock take several mutexes at once, in opposite order in
// two threads, without a deadlock.
//
// expect-exit: 0
// expect-output: 1000 1000
// expect-events: fork=3 join=3 acquire>=163 release>=163 failed_try>=1
// deterministic: yes
#include <mutex>
#include <thread>

#include "../check.h"

struct Account {
  std::mutex mutex;
  int balance = 1000;
};

void move_to_and_fro(Account& from, Account& to) {
  for (int i = 0; i < 20; ++i) {
    {
      const std::scoped_lock both(from.mutex, to.mutex);
      from.balance -= i, to.balance += i;
    }
    std::lock(to.mutex, from.mutex);
    const std::lock_guard first(from.mutex, std::adopt_lock), second(to.mutex, std::adopt_lock);
    from.balance += i, to.balance -= i;
  }
}

int main() {
  Account a, b;
  std::thread one([&] { move_to_and_fro(a, b); }), other([&] { move_to_and_fro(b, a); });
  one.join();
  other.join();

  b.mutex.lock();
  std::thread([&] {
    CHECK(std::try_lock(a.mutex, b.mutex) == 1);  // the second one failed, the first was given back
    CHECK(a.mutex.try_lock());
    a.mutex.unlock();
  }).join();
  std::printf("%d %d\n", a.balance, b.balance);
  b.mutex.unlock();
}
