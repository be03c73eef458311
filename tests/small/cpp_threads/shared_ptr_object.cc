// One thread copies a shared_ptr that another one assigns to.
#include <cstdio>
#include <memory>
#include <thread>

static std::shared_ptr<const int> current = std::make_shared<const int>(1);
static std::shared_ptr<const int> next_one = std::make_shared<const int>(2);

int main() {
  std::thread writer([] {
    current.swap(next_one);  // RACE
  });
  const int* seen = current.get();  // RACE
  writer.join();
  std::printf("%s\n", *seen < 3 ? "fine" : "odd");
}
