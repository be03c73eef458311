#include "inline_counter.h"

long there(const Shape& shape) {
  long sum = add({{5, 5, 5, 5}});
  sum += largest(std::vector<long>{7, 9, 8});
  return sum + shape.area();
}
