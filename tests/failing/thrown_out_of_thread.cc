// An exception leaves the function of a thread.
// shows: failure
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

static int parse(const std::string& text) {
  return std::stoi(text);  // HERE
}

int main() {
  int number = 0;
  std::thread parser([&] { number = parse("twelve"); });
  parser.join();
  std::printf("%d\n", number);
}
