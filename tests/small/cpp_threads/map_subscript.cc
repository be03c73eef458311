// Two threads look up a key with operator[] and write what is under it.
#include <cstdio>
#include <map>
#include <string>
#include <thread>

static std::map<std::string, int> votes{{"yes", 0}, {"no", 0}};

int main() {
  auto vote = [] {
    votes["yes"] += 1;  // RACE
  };
  std::thread a(vote), b(vote);
  a.join();
  b.join();
  std::printf("%s\n", votes["yes"] > 0 ? "fine" : "lost");
}
