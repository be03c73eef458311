// What both modules contain.
#pragma once

#include <vector>

struct Step {
  long by[4];  // passed in the caller's memory
};

inline long total;

inline long add(Step step) {
  for (const long by : step.by) total += by;
  return total;
}

template <class T>
T largest(const std::vector<T>& values) {
  T best = values.at(0);
  for (const T& value : values)
    if (best < value) best = value;
  return best;
}

struct Shape {
  virtual ~Shape() = default;
  virtual long area() const { return total; }
};

long there(const Shape& shape);
