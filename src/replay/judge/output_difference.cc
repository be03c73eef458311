#include "replay/judge/output_difference.h"

#include <algorithm>

namespace foreweave {

namespace {

constexpr char kWord = '\1';

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_address(std::string_view word) {
  constexpr size_t kFewestDigits = 7;
  return word.size() >= 2 + kFewestDigits && word.starts_with("0x");
}

// For each word of a line of this shape, whether it and the one before it are parts of one thing.
std::vector<bool> joints_of(std::string_view shape) {
  std::vector<bool> joints;
  for (size_t at = shape.find(kWord); at != shape.npos; at = shape.find(kWord, at + 1))
    joints.push_back(at >= 2 && shape[at - 2] == kWord &&
                     std::string_view(":.-/").find(shape[at - 1]) != std::string_view::npos);
  return joints;
}

// Times and dates differ as a whole.
void spread(std::vector<bool>& unstable, const std::vector<bool>& joints) {
  for (size_t i = 1; i < unstable.size() && i < joints.size(); ++i)
    if (joints[i] && unstable[i - 1]) unstable[i] = true;
  for (size_t i = std::min(unstable.size(), joints.size()); i-- > 1;)
    if (joints[i] && unstable[i]) unstable[i - 1] = true;
}

// The words of lines of one shape, by their number in it.
using WordsOfShape = std::vector<std::multiset<std::string_view>>;

}  // namespace

ExpectedOutput::ExpectedOutput(std::string_view output)
    : output_(output), lines_(lines_of(output_)) {}

std::vector<ExpectedOutput::Line> ExpectedOutput::lines_of(std::string_view output) {
  std::vector<Line> lines;
  while (!output.empty()) {
    Line& line = lines.emplace_back();
    line.text = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.text.size() + 1));
    for (size_t at = 0; at < line.text.size();) {
      size_t end = at;
      while (end < line.text.size() && is_of_word(line.text[end])) ++end;
      const std::string_view word = line.text.substr(at, end - at);
      if (std::any_of(word.begin(), word.end(), is_digit)) {
        line.shape += kWord;
        line.words.push_back(word);
      } else {
        line.shape += word;
      }
      if (end < line.text.size()) line.shape += line.text[end];
      at = end + 1;
    }
  }
  return lines;
}

void ExpectedOutput::also(std::string_view output) {
  const std::vector<Line> others = lines_of(output);
  std::map<std::string_view, std::pair<WordsOfShape, WordsOfShape>> shapes;
  std::map<std::string_view, int64_t> counts;
  auto add = [](const Line& line, WordsOfShape& words) {
    words.resize(line.words.size());
    for (size_t i = 0; i < line.words.size(); ++i) words[i].insert(line.words[i]);
  };
  for (const Line& line : lines_) add(line, shapes[line.shape].first), ++counts[line.shape];
  for (const Line& line : others) add(line, shapes[line.shape].second), --counts[line.shape];
  for (const auto& [shape, words] : shapes) {
    if (counts[shape] != 0) {
      unstable_lines_.emplace(shape);
      continue;
    }
    std::vector<bool> unstable(words.first.size());
    for (size_t i = 0; i < unstable.size(); ++i) unstable[i] = words.first[i] != words.second[i];
    spread(unstable, joints_of(shape));
    for (size_t i = 0; i < unstable.size(); ++i)
      if (unstable[i]) unstable_words_.emplace(shape, i);
  }
}

std::string ExpectedOutput::compared(const Line& line) const {
  std::string text;
  size_t word = 0;
  for (const char c : line.shape) {
    if (c != kWord || word == line.words.size()) {
      text += c;
      continue;
    }
    if (!is_address(line.words[word]) && !unstable_words_.contains({line.shape, word}))
      text += line.words[word];
    text += kWord;
    ++word;
  }
  return text;
}

ExpectedOutput::Difference ExpectedOutput::difference_of(std::string_view output) const {
  std::map<std::string, int64_t> missing;
  for (const Line& line : lines_) ++missing[compared(line)];
  Difference difference;
  std::string shape;
  for (const Line& line : lines_of(output)) {
    if (unstable_lines_.contains(line.shape) || --missing[compared(line)] >= 0 || difference.exists)
      continue;
    difference = {std::string(line.text), "", true};
    shape = line.shape;
  }
  // Best a line that says the same of something else.
  for (const bool alike : {true, false})
    for (const Line& line : lines_) {
      if (unstable_lines_.contains(line.shape) || missing[compared(line)] <= 0) continue;
      if (alike && difference.exists && line.shape != shape) continue;
      difference.instead_of = line.text;
      difference.exists = true;
      return difference;
    }
  return difference;
}

}  // namespace foreweave
