// Two threads put more into a box than it holds, and an assertion fails.
// shows: failure
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

class Box {
 public:
  void put(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
    content_ += n;
    assert(content_ <= 10);  // HERE
  }

 private:
  std::mutex mutex_;
  int content_ = 0;
};

int main() {
  Box box;
  std::thread a([&] { box.put(7); }), b([&] { box.put(8); });
  a.join();
  b.join();
  std::puts("full");
}
