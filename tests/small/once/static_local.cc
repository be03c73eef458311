// Two threads meet at the initialisation of a static local.
#include <cstdio>
#include <string>
#include <thread>

static const std::string& motto() {
  static const std::string text = std::string("festina ") + "lente, and more of it";
  return text;
}

int main() {
  std::size_t a = 0, b = 0;
  std::thread first([&] { a = motto().size(); });
  std::thread second([&] { b = motto().size(); });
  first.join();
  second.join();
  std::printf("%zu\n", a);
  return a == b ? 0 : 1;
}
