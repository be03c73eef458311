// A thread appends to a string whose size main asks for.
#include <cstdio>
#include <string>
#include <thread>

int main() {
  std::string text;
  text.reserve(64);
  std::thread writer([&] {
    text += "word";  // RACE
  });
  std::size_t size = text.size();  // RACE
  writer.join();
  std::printf("%s\n", size <= 4 ? "fine" : "odd");
}
