// Five philosophers around a table, a fork between each two of them. A philosopher thinks for a
// while, takes the fork on the left, then the one on the right, eats, and puts both back.
//
// The bug: if each holds the left fork, each waits for the right one: a circle of five.
// The effect: the program hangs.
// An ordinary run: they become hungry at different times, and meals are short.
// The twin dining_philosophers_fixed.cc lets everyone take the fork with the lower number first.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

using std::chrono::milliseconds;

constexpr int kSeats = 5;
constexpr int kMeals = 3;

class Table {
 public:
  void eat(int seat) {
    const std::lock_guard left(forks_[seat]);                  // BUG(deadlock): everyone has one
    const std::lock_guard right(forks_[(seat + 1) % kSeats]);  // BUG(deadlock): and wants another
    ++meals_[seat];
  }
  int meals(int seat) const { return meals_[seat]; }

 private:
  std::mutex forks_[kSeats];
  int meals_[kSeats] = {};
};

void dine(Table& table, int seat) {
  std::this_thread::sleep_for(milliseconds(4 * seat));
  for (int meal = 0; meal < kMeals; ++meal) {
    table.eat(seat);
    std::this_thread::sleep_for(
        milliseconds(4 * kSeats));  // thinks until all others had their turn
  }
}

int main() {
  Table table;
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < kSeats; ++seat) {
    philosophers.emplace_back([&table, seat] { dine(table, seat); });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();

  int meals = 0;
  for (int seat = 0; seat < kSeats; ++seat) meals += table.meals(seat);
  std::printf("%d philosophers had %d meals\n", kSeats, meals);
  return meals == kSeats * kMeals ? 0 : 1;
}
