// Without threads there is nothing to find.
#include <cstdlib>

#include "stock.h"

int main(int argc, char** argv) {
  Stock stock(argc > 1 ? std::atoi(argv[1]) : 1);
  stock.throw_out();
  return !stock.sell() && stock.pieces() == 0 ? 0 : 1;
}
