// Threads format numbers with copies of a locale that has a facet of the program's.
// guilty: race: the longest text is kept without the lock
#include <locale>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

struct Grouped : std::numpunct<char> {
  char separator = '\'';
  char do_thousands_sep() const override { return separator; }
  std::string do_grouping() const override { return "\3"; }
};

std::mutex lock;
size_t longest;

void print(const std::locale& locale, int number) {
  std::ostringstream out;
  out.imbue(locale);
  out << number;
#ifndef GUILTY
  std::lock_guard<std::mutex> held(lock);
#endif
  if (out.str().size() > longest) longest = out.str().size();
}

int main() {
  std::vector<std::thread> threads;
  {
    const std::locale grouped(std::locale::classic(), new Grouped);
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([grouped, i] { print(grouped, 1000000 * (i + 1)); });
  }
  for (std::thread& thread : threads) thread.join();
  return longest == 9 ? 0 : 1;
}
