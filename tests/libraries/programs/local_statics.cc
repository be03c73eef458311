// Tables made by the first thread that needs them; one of them only at the second try.
// guilty: race: the table is changed after it was made
// rows: guards guard_byte
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>

struct Table {
  int squares[8];
  Table() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others come and wait
    for (int i = 0; i < 8; ++i) squares[i] = i * i;
  }
};

Table& table() {
  static Table made;
  return made;
}

int tries;

struct Stubborn {
  int value;
  Stubborn() {
    if (++tries == 1) throw std::runtime_error("not yet");
    value = 5;
  }
};

int stubborn() {
  for (;;) {
    try {
      static Stubborn made;
      return made.value;
    } catch (const std::runtime_error&) {
    }
  }
}

int sums[2];

void work(int which) {
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 8; ++i) sums[which] += table().squares[i] + stubborn();
#ifdef GUILTY
  ++table().squares[7];
#endif
}

int main() {
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  std::printf("%s\n", sums[0] + sums[1] >= 2 * 3 * (140 + 40) ? "done" : "wrong");
}
