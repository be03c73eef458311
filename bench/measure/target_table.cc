#include "bench/measure/target_table.h"

#include <fmt/format.h>

namespace foreweave {

void TargetTable::heading(const std::string& text) { fmt::format_to(out(), "\n{}\n", text); }

void TargetTable::line(const std::string& text) { fmt::format_to(out(), "  {}\n", text); }

void TargetTable::at_least(const std::string& what, const Spread& s, double target) {
  row(what, s, target == kNoTarget ? "" : fmt::format(">= {:g}", target), s.median >= target);
}

void TargetTable::at_most(const std::string& what, const Spread& s, double target) {
  row(what, s, target == kNoTarget ? "" : fmt::format("<= {:g}", target), s.median <= target);
}

void TargetTable::row(const std::string& what, const Spread& s, const std::string& target,
                      bool met) {
  const std::string range =
      s.least == s.most ? "" : fmt::format("({:.2f} .. {:.2f})", s.least, s.most);
  fmt::format_to(out(), "  {:<34}{:>9.2f}  {:<22}", what, s.median, range);
  if (!target.empty()) fmt::format_to(out(), "{:<9}{}", target, met ? "met" : "MISSED");
  while (text_.back() == ' ') text_.pop_back();
  text_ += '\n';
}

}  // namespace foreweave
