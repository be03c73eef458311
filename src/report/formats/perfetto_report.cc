#include "report/formats/perfetto_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kStepLength = 10;

// One order of a finding's steps: a process of the viewer.
class Track {
 public:
  Track(Json& events, int process, const std::string& name) : events_(events), process_(process) {
    add_metadata("process_name", 0, name);
    events_.push_back({{"name", "process_sort_index"},
                       {"ph", "M"},
                       {"pid", process},
                       {"tid", 0},
                       {"args", {{"sort_index", process}}}});
  }

  void add(const StoryStep& step) {
    Json args = {{"event", step.event}};
    if (!step.place.file.empty())
      args["place"] = fmt::format("{}:{}", step.place.file, step.place.line);
    if (!step.place.function.empty()) args["function"] = step.place.function;
    if (!step.value.empty()) args["value"] = step.value;
    if (step.sees) args["sees"] = *step.sees;
    if (!step.locks.empty()) args["locks held"] = fmt::format("{}", fmt::join(step.locks, ", "));
    if (step.pending) args["pending"] = "comes next when the witness ends";
    add_slice(step.text, thread(step.thread), step.of_bug ? "of the bug" : "step", args);
  }
  void add_hidden(const StoryStep& step) {
    add_slice(fmt::format("({})", counted(step.hidden_events, "event")),
              step.thread.empty() ? thread("several threads") : thread(step.thread), "left out",
              Json::object());
  }

 private:
  void add_slice(const std::string& name, int tid, const char* category, Json args) {
    events_.push_back({{"name", name},
                       {"cat", category},
                       {"ph", "X"},
                       {"pid", process_},
                       {"tid", tid},
                       {"ts", time_},
                       {"dur", kStepLength},
                       {"args", std::move(args)}});
    time_ += kStepLength;
  }
  void add_metadata(const char* what, int tid, const std::string& name) {
    events_.push_back(
        {{"name", what}, {"ph", "M"}, {"pid", process_}, {"tid", tid}, {"args", {{"name", name}}}});
  }
  int thread(const std::string& name) {
    const auto found = std::find(threads_.begin(), threads_.end(), name);
    const int tid = static_cast<int>(found - threads_.begin()) + 1;
    if (found == threads_.end()) {
      threads_.push_back(name);
      add_metadata("thread_name", tid, name);
    }
    return tid;
  }

  Json& events_;
  int process_;
  int time_ = 0;
  std::vector<std::string> threads_;
};

}  // namespace

std::string perfetto_report(const Report& report) {
  Json events = Json::array();
  int process = 0;
  for (const ReportedFinding& finding : report.findings) {
    const std::string heading =
        fmt::format("{}: {} {}", finding.id, title(finding.kind), finding.subject);
    std::vector<StoryStep> recorded;
    Track witness(events, ++process, heading + ", witness");
    for (const StoryStep& step : finding.story.steps) {
      if (step.hidden_events > 0) {
        witness.add_hidden(step);
        continue;
      }
      witness.add(step);
      recorded.push_back(step);
    }
    std::sort(recorded.begin(), recorded.end(),
              [](const StoryStep& a, const StoryStep& b) { return a.event < b.event; });
    Track original(events, ++process, heading + ", as recorded");
    for (StoryStep& step : recorded) {
      step.pending = false;
      step.sees.reset();
      original.add(step);
    }
  }
  Json trace = {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}};
  if (!report.refuted.empty())
    trace["otherData"] = {{"refuted by replay", std::to_string(report.refuted.size())}};
  return trace.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foreweave
