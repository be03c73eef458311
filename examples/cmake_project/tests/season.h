// A till, and the end of the season when it has long sold what it will sell. That is how it goes nearly
// always, and nothing enforces it.
#pragma once

#include <chrono>
#include <cstdio>
#include <thread>

#include "stock.h"

// 0 if in the end everything was sold or thrown out.
template <class Sell>
int one_season(Sell sell) {
  Stock lamps(10);
  int sold = 0;
  std::thread till([&] {
    for (int customer = 0; customer < 8; ++customer) sold += sell(lamps);
  });
  std::thread end_of_season([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    lamps.throw_out();
  });
  till.join();
  end_of_season.join();
  std::printf("%d sold, %d left\n", sold, lamps.pieces());
  return lamps.pieces() == 0 ? 0 : 1;
}
