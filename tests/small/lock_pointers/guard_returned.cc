// A function locks and hands its guard out together with the data.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

class Guarded {
 public:
  struct Access {
    std::unique_lock<std::mutex> guard;
    std::string* text;
  };
  Access open() { return {std::unique_lock<std::mutex>(mutex_), &text_}; }

 private:
  std::mutex mutex_;
  std::string text_;
};

int main() {
  Guarded guarded;
  auto append = [&guarded](char c) {
    for (int i = 0; i < 3; ++i) {
      Guarded::Access access = guarded.open();
      access.text->push_back(c);
    }
  };
  std::thread a(append, 'a'), b(append, 'b');
  a.join();
  b.join();
  std::printf("%zu\n", guarded.open().text->size());
}
