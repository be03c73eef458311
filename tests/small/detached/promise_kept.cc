// A detached std::thread keeps a promise; main gets the value from the future.
#include <cstdio>
#include <future>
#include <memory>
#include <thread>

int main() {
  auto promise = std::make_shared<std::promise<int>>();
  std::future<int> future = promise->get_future();
  std::thread([promise] {
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += i;
    promise->set_value(sum);
  }).detach();
  std::printf("%d\n", future.get());
}
