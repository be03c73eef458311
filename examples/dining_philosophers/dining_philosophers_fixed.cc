// The repaired twin of dining_philosophers.cc: everyone takes the fork with the lower number first,
// so that whoever holds the highest one in use waits for nobody.
#include <algorithm>
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
    const int next = (seat + 1) % kSeats;
    const std::lock_guard first(forks_[std::min(seat, next)]);
    const std::lock_guard second(forks_[std::max(seat, next)]);
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
