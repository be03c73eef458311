#include "report/formats/story_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "report/describe/witness_values.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

constexpr size_t kMaxColumn = 56, kMaxLine = 150, kStagger = 4;
constexpr size_t kNotWorthALine = 9;  // events between two that are shown

// As many columns as a terminal needs for it, if each character needs one.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

// "acquire l (bank.cc:12)": the file without its folders, which the sites of the finding show.
std::string cell_text(const StoryStep& step) {
  std::string text = step.text;
  if (step.sees == WitnessValues::kUnknown)
    text += fmt::format(" = {}", *step.sees);
  else if (step.sees)
    text += fmt::format(" = {}, not {}", *step.sees, step.value);
  else if (!step.value.empty())
    text += fmt::format(" = {}", step.value);
  std::string_view file = step.place.file;
  file.remove_prefix(file.rfind('/') + 1);
  if (!file.empty() && step.place.line != 0) text += fmt::format(" ({}:{})", file, step.place.line);
  return printable(text);
}

// Rows of cells under one heading a thread.
class Columns {
 public:
  explicit Columns(std::vector<std::string> headings) : count_(headings.size()) {
    rows_.push_back({false, std::move(headings), {}});
  }
  void step(size_t column, std::string text, bool marked) {
    Row row{marked, std::vector<std::string>(count_), {}};
    row.cells[column] = std::move(text);
    rows_.push_back(std::move(row));
  }
  void side_by_side(std::vector<std::string> cells) {
    rows_.push_back({true, std::move(cells), {}});
  }
  void across(std::string text) { rows_.push_back({false, {}, std::move(text)}); }

  std::vector<std::string> lines(TextStyle style) const {
    std::vector<size_t> width(count_);
    for (const Row& row : rows_)
      for (size_t c = 0; c < row.cells.size(); ++c)
        width[c] = std::min(kMaxColumn, std::max(width[c], width_of(row.cells[c])));
    if (std::accumulate(width.begin(), width.end(), 4 * (count_ - 1)) > kMaxLine)
      return staggered(style);
    std::vector<std::string> lines;
    for (const Row& row : rows_) {
      std::string line;
      for (size_t c = 0; c < row.cells.size(); ++c) {
        const size_t used = width_of(row.cells[c]);
        line += row.cells[c] + std::string(width[c] + 4 > used ? width[c] + 4 - used : 1, ' ');
      }
      line += row.across;
      line.erase(line.find_last_not_of(' ') + 1);
      if (row.marked)
        line = style.bold("* " + line);
      else if (!row.across.empty())
        line = style.faint("  " + line);
      else
        line = "  " + line;
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  // Of many threads, or with long names: each line says whose it is, and begins further to the
  // right than those of the threads before.
  std::vector<std::string> staggered(TextStyle style) const {
    std::vector<std::string> lines;
    for (size_t r = 1; r < rows_.size(); ++r) {  // without the headings
      const Row& row = rows_[r];
      if (!row.across.empty()) lines.push_back(style.faint("  " + row.across));
      for (size_t c = 0; c < row.cells.size(); ++c) {
        if (row.cells[c].empty()) continue;
        const std::string line =
            fmt::format("{:{}}{}: {}", "", c * kStagger, rows_[0].cells[c], row.cells[c]);
        lines.push_back(row.marked ? style.bold("* " + line) : "  " + line);
      }
    }
    return lines;
  }

  struct Row {
    bool marked;
    std::vector<std::string> cells;
    std::string across;
  };
  size_t count_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<std::string> story_lines(const Story& story, TextStyle style) {
  std::vector<std::string> headings;
  for (const std::string& thread : story.threads) headings.push_back(printable(thread));
  Columns columns(headings);
  std::vector<std::string> pending(story.threads.size());
  bool any_pending = false;
  bool nothing_before = true;  // in this stretch of the thread
  const StoryStep* before = nullptr;
  for (const StoryStep& step : story.steps) {
    const auto found = std::find(story.threads.begin(), story.threads.end(), step.thread);
    const auto column = static_cast<size_t>(found - story.threads.begin());
    const bool has_column = found != story.threads.end();
    nothing_before = !before || before->thread != step.thread || before->hidden_switches > 0;
    if (step.pending && has_column) {
      pending[column] = cell_text(step);
      any_pending = true;
    } else if (step.hidden_switches > 0) {
      columns.across(fmt::format("({} in {}{})", counted(step.hidden_events, "event"),
                                 counted(step.hidden_switches, "segment"),
                                 before ? "" : " earlier"));
    } else if (!has_column) {
      const std::string text = cell_text(step);
      columns.across(step.hidden_events == 0
                         ? fmt::format("{}: {}", printable(step.thread), text)
                         : fmt::format("({}: {}{})", printable(step.thread),
                                       counted(step.hidden_events, "event"),
                                       step.text.empty() ? "" : ", up to " + text));
    } else if (step.hidden_events > 0) {
      if (step.hidden_events <= kNotWorthALine) continue;
      columns.step(column,
                   fmt::format("({}{})", counted(step.hidden_events, "event"),
                               nothing_before ? " earlier" : ""),
                   false);
    } else {
      columns.step(column, cell_text(step), step.of_bug);
    }
    before = &step;
  }
  if (any_pending) columns.side_by_side(std::move(pending));
  return columns.lines(style);
}

}  // namespace foreweave
