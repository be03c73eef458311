// Lines and numbers that threads take out of streams of their own, and put into a shared table.
// guilty: race: the table is changed without the mutex
// unseen: 9: what is within a stream belongs to libstdc++, and its headers look at it
#include <cstdio>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<std::string> lines;
long sum;

void work(int number) {
  std::ostringstream out;
  out << "a rather long line that does not fit into the string itself, of " << number << '\n' << number << " word rest";
  std::istringstream in(out.str());
  std::string line, word;
  int read = 0;
  char rest[5] = {};
  std::getline(in, line);
  in >> read >> word;
  in.get(rest[0]);
  in.read(rest, 4);
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  lines.push_back(line + word + rest);
  sum += read;
  for (const std::string& one : lines) sum += one.back() == 't' ? 0 : 1000;
}

int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  std::printf("%ld\n", sum);
  return sum == 3 ? 0 : 1;
}
