// Figures beside their targets, as benchmarks print them.
#pragma once

#include <iterator>
#include <string>

#include "bench/measure/measure.h"

namespace foreweave {

constexpr double kNoTarget = 0;

class TargetTable {
 public:
  void heading(const std::string& text);
  // The median counts.
  void at_least(const std::string& what, const Spread& s, double target);
  void at_most(const std::string& what, const Spread& s, double target);
  void line(const std::string& text);
  std::string take() { return std::move(text_); }

 private:
  std::back_insert_iterator<std::string> out() { return std::back_inserter(text_); }
  void row(const std::string& what, const Spread& s, const std::string& target, bool met);

  std::string text_;
};

inline Spread exactly(double value) { return {value, value, value}; }

}  // namespace foreweave
