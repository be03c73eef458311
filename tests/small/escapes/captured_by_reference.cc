// A lambda that captures by reference runs while the function goes on with the same local.
#include <cstdio>
#include <thread>

static int count_words(const char* text) {
  int words = 0;
  std::thread counter([&] {
    for (const char* c = text; *c; ++c)
      if (*c == ' ') words += 1;  // RACE
  });
  words += 1;  // RACE
  counter.join();
  return words;
}

int main() {
  int n = count_words("to be or not");
  std::printf("%s\n", n > 0 ? "fine" : "odd");
}
