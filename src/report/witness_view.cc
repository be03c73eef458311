#include "report/witness_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/bug_words.h"
#include "report/event_text.h"

namespace foreweave {

namespace {

constexpr size_t kShownSegments = 5;  // the last ones; how a bug comes about is decided there
constexpr size_t kShownSteps = 4;     // the last ones of each
constexpr size_t kMaxColumn = 56;

// "acquire l (bank.cc:12)": the file without its folders, which the sites of the finding show.
std::string cell_text(const Trace& trace, EventId e) {
  const Site& site = trace.site_info(trace.site(e));
  std::string_view file = trace.text(site.file);
  file.remove_prefix(file.rfind('/') + 1);
  if (file.empty() || site.line == 0) return step_text(trace, e);
  return fmt::format("{} ({}:{})", step_text(trace, e), printable(file), site.line);
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

  std::vector<std::string> lines() const {
    std::vector<size_t> width(count_);
    for (const Row& row : rows_)
      for (size_t c = 0; c < row.cells.size(); ++c)
        width[c] = std::min(kMaxColumn, std::max(width[c], row.cells[c].size()));
    std::vector<std::string> lines;
    for (const Row& row : rows_) {
      std::string line = row.marked ? "* " : "  ";
      for (size_t c = 0; c < row.cells.size(); ++c)
        line += fmt::format("{:{}}  ", row.cells[c], width[c] + 2);
      line += row.across;
      line.erase(line.find_last_not_of(' ') + 1);
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  struct Row {
    bool marked;
    std::vector<std::string> cells;
    std::string across;
  };
  size_t count_;
  std::vector<Row> rows_;
};

// The threads of the claim's events, in the order in which the bug is told.
std::vector<ThreadId> threads_of(const Trace& trace, const Claim& claim) {
  std::vector<ThreadId> threads;
  for (const BugEvent& event : events_in_roles(trace, claim)) {
    const ThreadId t = trace.thread(event.event);
    if (std::find(threads.begin(), threads.end(), t) == threads.end()) threads.push_back(t);
  }
  return threads;
}

class View {
 public:
  View(const Trace& trace, const Claim& claim)
      : trace_(trace),
        claim_(claim),
        threads_(threads_of(trace, claim)),
        columns_(headings(trace, threads_)) {
    for (const BugEvent& around : events_around(trace, claim)) around_.push_back(around.event);
  }

  // Whether the bug is about some event of the thread from number `from` up to but excluding
  // `until`.
  bool is_about(ThreadId thread, uint32_t from, uint32_t until) const {
    const auto lies_within = [&](EventId e) {
      if (trace_.thread(e) != thread) return false;
      const uint32_t index = trace_.events_of(thread).index_from(e);
      return from <= index && index < until;
    };
    return std::any_of(claim_.happen.begin(), claim_.happen.end(), lies_within) ||
           std::any_of(around_.begin(), around_.end(), lies_within);
  }
  void segment(ThreadId thread, std::span<const EventId> events) {
    const auto column = std::find(threads_.begin(), threads_.end(), thread);
    if (column == threads_.end())
      columns_.across(fmt::format("({}: {}, up to {})", printable(trace_.thread_name(thread)),
                                  counted(events.size(), "event"),
                                  cell_text(trace_, events.back())));
    else
      steps(static_cast<size_t>(column - threads_.begin()), events);
  }
  void left_out(size_t events, size_t segments, bool at_the_start) {
    if (segments > 0)
      columns_.across(fmt::format("({} in {}{})", counted(events, "event"),
                                  counted(segments, "segment"), at_the_start ? " earlier" : ""));
  }
  void pending() {
    std::vector<std::string> cells(threads_.size());
    for (const EventId e : claim_.pending) {
      const auto column = std::find(threads_.begin(), threads_.end(), trace_.thread(e));
      cells[static_cast<size_t>(column - threads_.begin())] = cell_text(trace_, e);
    }
    if (!claim_.pending.empty()) columns_.side_by_side(std::move(cells));
  }
  std::vector<std::string> lines() const { return columns_.lines(); }

 private:
  static std::vector<std::string> headings(const Trace& trace, std::span<const ThreadId> threads) {
    std::vector<std::string> names;
    for (const ThreadId t : threads) names.push_back(printable(trace.thread_name(t)));
    return names;
  }
  bool happens(EventId e) const {
    return std::find(claim_.happen.begin(), claim_.happen.end(), e) != claim_.happen.end();
  }
  bool is_shown(EventId e) const {
    return happens(e) || std::find(around_.begin(), around_.end(), e) != around_.end();
  }

  // The last events, and those before them that the bug is about.
  void steps(size_t column, std::span<const EventId> events) {
    const size_t last_ones = events.size() > kShownSteps ? events.size() - (kShownSteps - 1) : 0;
    size_t hidden = 0;
    for (size_t i = 0; i < events.size(); ++i) {
      if (i < last_ones && !is_shown(events[i])) {
        ++hidden;
        continue;
      }
      if (hidden > 0)
        columns_.step(
            column, fmt::format("({}{})", counted(hidden, "event"), hidden == i ? " earlier" : ""),
            false);
      hidden = 0;
      columns_.step(column, cell_text(trace_, events[i]), happens(events[i]));
    }
  }

  const Trace& trace_;
  const Claim& claim_;
  std::vector<ThreadId> threads_;
  std::vector<EventId> around_;
  Columns columns_;
};

}  // namespace

WitnessView view_witness(const Trace& trace, const Proved& proved) {
  const auto segments = proved.witness().segments();
  View view(trace, proved.claim());
  WitnessView result;
  result.segments = segments.size();
  const size_t last_ones = segments.size() - std::min(segments.size(), kShownSegments);
  std::vector<uint32_t> done(trace.thread_count());
  size_t hidden_events = 0, hidden_segments = 0;
  for (size_t s = 0; s < segments.size(); ++s) {
    const Segment& segment = segments[s];
    const uint32_t from = std::exchange(done[segment.thread.index()], segment.until);
    result.events += segment.until - from;
    if (s < last_ones && !view.is_about(segment.thread, from, segment.until)) {
      hidden_events += segment.until - from;
      ++hidden_segments;
      continue;
    }
    view.left_out(hidden_events, hidden_segments, hidden_segments == s);
    hidden_events = hidden_segments = 0;
    const ThreadEvents own = trace.events_of(segment.thread);
    const std::vector<EventId> events(own.at(from), own.at(segment.until));
    if (!events.empty()) view.segment(segment.thread, events);
  }
  view.pending();
  result.lines = view.lines();
  return result;
}

}  // namespace foreweave
