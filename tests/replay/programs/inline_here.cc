// Inline functions, templates and a class with virtual functions, in two modules.
#include "inline_counter.h"

int main() {
  long sum = add({{1, 2, 3, 4}});
  sum += largest(std::vector<long>{3, 1, 2});
  const Shape shape;
  sum += there(shape) + shape.area();
  return sum == 10 + 3 + (30 + 9 + 30) + 30 ? 0 : 1;
}
