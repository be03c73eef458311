// Two threads that do one thing each (the pattern of google/sanitizers #1576): which is nearly
// always noticed by a detector that keeps a few accesses of each word, and now and then is not.
#include <cstdio>
#include <thread>

int balance;

int main() {
  std::thread in([] { ++balance; });   // BUG(race)
  std::thread out([] { --balance; });  // BUG(race)
  in.join();
  out.join();
  std::printf("balance %d\n", balance);
}
