#include "stock.h"

#include <cstdlib>

int Stock::pieces() {
  const std::lock_guard lock(mutex_);
  return pieces_;
}

void Stock::throw_out() {
  const std::lock_guard lock(mutex_);
  pieces_ = 0;
}

void Stock::take() {
  const std::lock_guard lock(mutex_);
  --pieces_;
  if (pieces_ < 0) std::abort();  // sold what is not there
}

// Every access is locked, so that no data race is here to be found. But the stock may be thrown out
// between the two calls.
bool Stock::sell() {
  if (pieces() == 0) return false;
  take();
  return true;
}

bool Stock::sell_at_once() {
  const std::lock_guard lock(mutex_);
  if (pieces_ == 0) return false;
  --pieces_;
  return true;
}
