#include "report/formats/sarif_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/describe/places.h"
#include "report/describe/source_lines.h"
#include "report/words/bug_help.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kKinds = static_cast<size_t>(BugKind::order) + 1;

Json message(std::string text) { return {{"text", std::move(text)}}; }

std::string because_of_unseen(const Report& report) {
  const auto unseen = report.undecided.find(UndecidedBug::Why::unseen);
  if (unseen == report.undecided.end() || unseen->second == 0) return "";
  return fmt::format(
      ", {} of them because code that was not built with Foreweave may write there or "
      "order threads ({})",
      unseen->second, fmt::join(report.unseen_libraries, ", "));
}

// A path as a URI: absolute ones with their scheme, others relative.
std::string uri(const std::string& path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~+@,").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

// In characters; compilers count bytes.
uint32_t column_of(const SourcePlace& place, const std::string* line) {
  if (!line || place.column > line->size()) return place.column;
  const auto end = line->begin() + place.column - 1;
  return 1 + static_cast<uint32_t>(std::count_if(line->begin(), end, [](char c) {
           return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
         }));
}

Json location(const Report& report, const SourcePlace& place, std::string text) {
  Json json = Json::object();
  if (!place.file.empty()) {
    Json physical = {{"artifactLocation", {{"uri", uri(place.file)}}}};
    if (place.line != 0) {
      Json region = {{"startLine", place.line}};
      const std::string* line = report.line(place);
      if (place.column != 0) region["startColumn"] = column_of(place, line);
      if (line) region["snippet"] = message(*line);
      physical["region"] = std::move(region);
    }
    json["physicalLocation"] = std::move(physical);
  }
  if (!place.function.empty())
    json["logicalLocations"] = Json::array({{{"fullyQualifiedName", place.function}}});
  if (!text.empty()) json["message"] = message(std::move(text));
  return json;
}

std::string site_text(const ReportedEvent& site) {
  return fmt::format("{}{} by {}", site.role.empty() ? "" : site.role + ": ", site.access,
                     site.thread);
}

Json describe_rules() {
  Json rules = Json::array();
  for (size_t k = 0; k < kKinds; ++k) {
    const BugKind kind = static_cast<BugKind>(k);
    const BugHelp& about = help(kind);
    rules.push_back({{"id", name(kind)},
                     {"name", about.name},
                     {"shortDescription", message(std::string(about.brief))},
                     {"fullDescription", message(std::string(about.brief))},
                     {"help", message(std::string(about.help))},
                     {"defaultConfiguration", {{"level", "error"}}}});
  }
  return rules;
}

Json describe_state(const StoryStep& step) {
  Json state = Json::object();
  for (size_t i = 0; i < step.locks.size(); ++i)
    state[fmt::format("locks[{}]", i)] = message(step.locks[i]);
  if (!step.operand.empty() && !step.value.empty())
    state[step.operand] = message(step.sees.value_or(step.value));
  return state;
}

// One flow a thread. executionOrder counts over all of them, so that a viewer can interleave them.
Json describe_flow(const Report& report, const Story& story) {
  Json flows = Json::array();
  for (const std::string& thread : story.threads) {
    Json locations = Json::array();
    int order = 0;
    for (const StoryStep& step : story.steps) {
      ++order;
      if (step.hidden_events > 0 || step.thread != thread) continue;
      Json at = {{"location", location(report, step.place, step.text)},
                 {"executionOrder", order},
                 {"importance", step.of_bug ? "essential" : "important"}};
      if (Json state = describe_state(step); !state.empty()) at["state"] = std::move(state);
      locations.push_back(std::move(at));
    }
    if (!locations.empty())
      flows.push_back({{"id", thread},
                       {"message", message("what " + thread + " does in the witness")},
                       {"locations", std::move(locations)}});
  }
  return flows;
}

Json describe_stack(const Report& report, const ReportedEvent& site) {
  Json frames = Json::array();
  for (const SourcePlace& frame : site.stack)
    frames.push_back({{"location", location(report, frame, frame.inlined ? "inlined" : "")}});
  return {{"message", message(site_text(site))}, {"frames", std::move(frames)}};
}

std::string summary(const ReportedFinding& finding) {
  std::string text =
      fmt::format("{} {} {}", name(finding.status), title(finding.kind), finding.subject);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  std::vector<std::string> sites;
  for (const ReportedEvent& site : finding.sites)
    sites.push_back(fmt::format("{} {}", site_text(site), at_place_text(site.place, site.stack)));
  text += fmt::format(": {}.", fmt::join(sites, "; "));
  if (!finding.what.empty()) text += " Then " + finding.what + ".";
  if (finding.replay && !finding.replay->effect.empty())
    text += fmt::format(" When it was replayed: {}.", finding.replay->effect);
  if (finding.replay && finding.status != FindingStatus::confirmed && !finding.replay->note.empty())
    text += fmt::format(" {}: {}.",
                        finding.replay->outcome == Replay::Outcome::not_tried
                            ? "It was not replayed"
                            : "A replay did not show it",
                        finding.replay->note);
  if (finding.replay && !finding.replay->command.empty()) {
    std::string what(purpose(finding.replay->outcome));
    what[0] = static_cast<char>(what[0] - 'a' + 'A');
    text += fmt::format(" {}: {}", what, finding.replay->command);
  }
  return text;
}

Json describe_finding(const Report& report, const ReportedFinding& finding) {
  const ReportedEvent& first = finding.sites.front();
  Json related = Json::array();
  for (const auto* events : {&finding.sites, &finding.related})
    for (const ReportedEvent& event : *events) {
      if (&event == &first) continue;
      Json at = location(report, own_place(event.place, event.stack), site_text(event));
      at["id"] = related.size() + 1;
      related.push_back(std::move(at));
    }
  Json json = {
      {"ruleId", name(finding.kind)},
      {"ruleIndex", static_cast<int>(finding.kind)},
      {"level", "error"},
      {"message", message(summary(finding))},
      {"locations",
       Json::array({location(report, own_place(first.place, first.stack), site_text(first))})},
      {"partialFingerprints", {{"foreweaveBug/v1", finding.id}}}};
  if (!related.empty()) json["relatedLocations"] = std::move(related);
  if (Json flows = describe_flow(report, finding.story); !flows.empty())
    json["codeFlows"] =
        Json::array({{{"message", message("an order of the recorded events that shows the bug")},
                      {"threadFlows", std::move(flows)}}});
  Json stacks = Json::array();
  for (const ReportedEvent& site : finding.sites)
    if (!site.stack.empty()) stacks.push_back(describe_stack(report, site));
  if (!stacks.empty()) json["stacks"] = std::move(stacks);
  json["properties"] = {
      {"status", name(finding.status)}, {"engine", finding.engine}, {"model", finding.model}};
  return json;
}

Json describe_losses(const Report& report) {
  Json notifications = Json::array();
  for (const std::string& note : report.notes)
    notifications.push_back({{"level", "note"}, {"message", message(note)}});
  for (const ReportedSource& source : report.sources)
    if (const std::string why = why_not_shown(source); !why.empty())
      notifications.push_back({{"level", "note"}, {"message", message(why)}});
  for (const ReportedLoss& loss : report.losses)
    notifications.push_back({{"level", loss.severity == "note" ? "note" : "warning"},
                             {"message", message(fmt::format("{} {}", loss.count, loss.what))}});
  for (const ReportedRefuted& refuted : report.refuted)
    notifications.push_back(
        {{"level", "warning"},
         {"message",
          message(fmt::format("{}, {} {}, was refuted by replay and is not reported: {}",
                              refuted.id, title(refuted.kind), refuted.subject, refuted.why))}});
  if (const uint64_t n = report.undecided_count(); n > 0)
    notifications.push_back({{"level", "note"},
                             {"message", message(counted(n, "possible bug") + " undecided" +
                                                 because_of_unseen(report))}});
  return notifications;
}

}  // namespace

std::string sarif_report(const Report& report, std::string_view version) {
  Json results = Json::array();
  for (const ReportedFinding& finding : report.findings)
    results.push_back(describe_finding(report, finding));
  const Json driver = {{"name", "Foreweave"}, {"version", version}, {"rules", describe_rules()}};
  Json invocation = {{"executionSuccessful", true}};
  if (Json notes = describe_losses(report); !notes.empty())
    invocation["toolExecutionNotifications"] = std::move(notes);
  const Json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"invocations", Json::array({std::move(invocation)})},
                    {"results", std::move(results)}};
  const Json sarif = {
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return sarif.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foreweave
