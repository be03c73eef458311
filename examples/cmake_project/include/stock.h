// What a shop has in stock of one article. It is sold at the till and thrown out at the end of the season,
// which are different threads' business.
#pragma once

#include <mutex>

class Stock {
 public:
  explicit Stock(int pieces) : pieces_(pieces) {}

  int pieces();
  void throw_out();

  // Sells one piece if there is one, and says whether there was.
  bool sell();

  // The same, done right.
  bool sell_at_once();

 private:
  void take();

  std::mutex mutex_;
  int pieces_;
};
