// What is another in a program's output, apart from what is another in every run of it.
//
// Lines are compared as a bag: in which order threads come to print is what a schedule is, and no
// effect by itself. Words with a digit in them (numbers, times, ids, addresses) that differ between
// two runs without the bug, in lines that are otherwise alike, are not compared in such lines at
// all; and neither are words that are joined to such by one of :.-/ as those of times and dates
// are; nor are lines that come another number of times in them. Addresses (0x and seven digits or
// more) never are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace foreweave {

class ExpectedOutput {
 public:
  // What the program says without the bug.
  explicit ExpectedOutput(std::string_view output);
  // And another time.
  void also(std::string_view output);

  struct Difference {
    std::string has, instead_of;  // a line each; empty: there is none
    bool exists = false;
  };
  Difference difference_of(std::string_view output) const;

 private:
  // A line without its words that have digits, and these.
  struct Line {
    std::string_view text;
    std::string shape;
    std::vector<std::string_view> words;
  };
  static std::vector<Line> lines_of(std::string_view output);
  std::string compared(const Line& line) const;

  std::string output_;
  std::vector<Line> lines_;
  std::set<std::string> unstable_lines_;                     // shapes
  std::set<std::pair<std::string, size_t>> unstable_words_;  // shape, number of the word
};

}  // namespace foreweave
