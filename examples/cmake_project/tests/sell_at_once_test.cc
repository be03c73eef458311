// The same with the corrected function.
#include "season.h"

int main() {
  return one_season([](Stock& stock) { return stock.sell_at_once(); });
}
