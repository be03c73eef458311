// A member function that locks calls another one that locks the same mutex.
// shows: deadlock
#include <cstdio>
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard<std::mutex> guard(mutex_);  // HERE
    return balance_;
  }
  void withdraw(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (balance() >= n) balance_ -= n;
  }

 private:
  std::mutex mutex_;
  int balance_ = 10;
};

int main() {
  Account account;
  std::thread t([&] { account.withdraw(5); });
  t.join();
  std::printf("%d\n", account.balance());
}
