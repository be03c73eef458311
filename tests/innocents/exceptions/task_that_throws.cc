// A packaged task runs on a thread of its own and throws an exception with members.
// guilty: race: the number of attempts is counted by both without the lock
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct ParseError {
  std::string text;
  std::shared_ptr<int> line;
};

std::mutex lock;
int attempts;

void count() {
#ifndef GUILTY
  std::lock_guard<std::mutex> held(lock);
#endif
  ++attempts;
}

int main() {
  std::packaged_task<int()> parse([]() -> int {
    count();
    throw ParseError{"an unexpected end of the file, in the middle of a word", std::make_shared<int>(7)};
  });
  auto result = parse.get_future();
  std::thread worker(std::move(parse));
  count();
  int line = 0;
  try {
    result.get();
  } catch (const ParseError& error) {
    line = *error.line + (error.text.empty() ? 1 : 0);
  }
  worker.join();
  return line == 7 && attempts == 2 ? 0 : 1;
}
