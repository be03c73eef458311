#include "report/witness_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/event_text.h"
#include "report/finding.h"

namespace foreweave {

namespace {

constexpr size_t kShownSegments = 5;  // the last ones; how a race comes about is decided there
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

// The threads of the claim's events, in the order of the events in the trace.
std::vector<ThreadId> threads_of(const Trace& trace, const Claim& claim) {
  std::vector<ThreadId> threads;
  for (const EventId e : events_of(claim))
    if (std::find(threads.begin(), threads.end(), trace.thread(e)) == threads.end())
      threads.push_back(trace.thread(e));
  return threads;
}

void show_segment(const Trace& trace, const Claim& claim, std::span<const EventId> events,
                  size_t column, Columns& columns) {
  size_t from = 0;
  if (events.size() > kShownSteps) {
    from = events.size() - (kShownSteps - 1);
    columns.step(column, fmt::format("({} earlier)", counted(from, "event")), false);
  }
  for (const EventId e : events.subspan(from)) {
    const bool marked =
        std::find(claim.happen.begin(), claim.happen.end(), e) != claim.happen.end();
    columns.step(column, cell_text(trace, e), marked);
  }
}

void show_other_segment(const Trace& trace, ThreadId thread, std::span<const EventId> events,
                        Columns& columns) {
  columns.across(fmt::format("({}: {}, up to {})", printable(trace.thread_name(thread)),
                             counted(events.size(), "event"), cell_text(trace, events.back())));
}

}  // namespace

WitnessView view_witness(const Trace& trace, const Proved& proved) {
  const Claim& claim = proved.claim();
  const auto segments = proved.witness().segments();
  const std::vector<ThreadId> threads = threads_of(trace, claim);
  std::vector<std::string> headings;
  for (const ThreadId t : threads) headings.push_back(printable(trace.thread_name(t)));
  Columns columns(std::move(headings));

  WitnessView view;
  view.segments = segments.size();
  const size_t first_shown = segments.size() - std::min(segments.size(), kShownSegments);
  std::vector<uint32_t> done(trace.thread_count());
  for (size_t s = 0; s < segments.size(); ++s) {
    const Segment& segment = segments[s];
    uint32_t& at = done[segment.thread.index()];
    const uint32_t from = std::exchange(at, segment.until);
    view.events += segment.until - from;
    if (s + 1 == first_shown)
      columns.across(fmt::format("({} in {} earlier)", counted(view.events, "event"),
                                 counted(first_shown, "segment")));
    if (s < first_shown || from == segment.until) continue;
    const ThreadEvents own = trace.events_of(segment.thread);
    const std::vector<EventId> events(own.at(from), own.at(segment.until));
    const auto column = std::find(threads.begin(), threads.end(), segment.thread);
    if (column == threads.end())
      show_other_segment(trace, segment.thread, events, columns);
    else
      show_segment(trace, claim, events, static_cast<size_t>(column - threads.begin()), columns);
  }

  std::vector<std::string> pending(threads.size());
  for (const EventId e : claim.pending) {
    const auto column = std::find(threads.begin(), threads.end(), trace.thread(e));
    pending[static_cast<size_t>(column - threads.begin())] = cell_text(trace, e);
  }
  if (!claim.pending.empty()) columns.side_by_side(std::move(pending));
  view.lines = columns.lines();
  return view;
}

}  // namespace foreweave
