#include "report/json_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace foreweave {

namespace {

using Json = nlohmann::ordered_json;

// An engine that over-approximates may put forward more than anybody reads; all are counted.
constexpr size_t kListedBugs = 1000;

// The reason as a value; as a key it has an underscore.
std::string_view name(UndecidedBug::Why why) {
  switch (why) {
    case UndecidedBug::Why::no_witness:
      return "no-witness";
    case UndecidedBug::Why::possible:
      return "possible";
    case UndecidedBug::Why::incomplete:
      return "incomplete";
    case UndecidedBug::Why::budget:
      return "budget";
    case UndecidedBug::Why::attempts:
      return "attempts";
  }
  return "";
}

Json array_of(const std::vector<EventId>& events) {
  Json array = Json::array();
  for (const EventId e : events) array.push_back(e.value);
  return array;
}

Json describe_trace(const Trace& trace, const Results& results) {
  return {{"file", results.trace_path},
          {"events", trace.size()},
          {"threads", trace.thread_count()},
          {"locks", trace.lock_count()},
          {"locations", trace.locations().size()}};
}

Json describe_site(const FindingSite& site) {
  Json json = {{"file", site.file},     {"line", site.line},         {"function", site.function},
               {"thread", site.thread}, {"event", site.event.value}, {"access", site.access}};
  if (!site.role.empty()) json["role"] = site.role;
  return json;
}

Json describe_sites(std::span<const FindingSite> sites) {
  Json array = Json::array();
  for (const FindingSite& site : sites) array.push_back(describe_site(site));
  return array;
}

// Each entry: the thread runs up to and including the event.
Json describe_witness(const Trace& trace, const Reordering& witness) {
  Json array = Json::array();
  for (const Segment& segment : witness.segments()) {
    if (segment.until == 0) continue;
    const EventId last = trace.events_of(segment.thread)[segment.until - 1];
    array.push_back({{"thread", trace.thread_name(segment.thread)}, {"event", last.value}});
  }
  return array;
}

Json describe_finding(const Trace& trace, const Finding& finding) {
  const Proved& proved = finding.proved();
  Json json = {{"id", finding.id()},
               {"kind", name(finding.kind())},
               {"status", "predicted"},
               {"engine", finding.engine()},
               {"model", name(proved.model())},
               {"sites", describe_sites(finding.sites())}};
  if (!finding.related().empty()) json["related"] = describe_sites(finding.related());
  json["claim"] = {{"happen", array_of(proved.claim().happen)},
                   {"pending", array_of(proved.claim().pending)}};
  json["witness"] = describe_witness(trace, proved.witness());
  json["effect"] = nullptr;
  return json;
}

Json describe_undecided(const Trace& trace, const Results& results) {
  Json json = Json::object();
  for (const UndecidedBug::Why why : UndecidedBug::kReasons) {
    std::string key(name(why));
    std::replace(key.begin(), key.end(), '-', '_');
    json[key] = results.undecided_because(why);
  }
  uint64_t left_out = 0;
  for (const EngineRun& run : results.engines)
    for (const KindRun& kind : run.kinds) left_out += kind.left_out;
  json["left_out"] = left_out;
  Json listed = Json::array();
  for (const UndecidedBug& bug : results.undecided) {
    if (listed.size() == kListedBugs) break;
    listed.push_back(
        {{"kind", name(bug.claim.kind)},
         {"engine", bug.engine},
         {"why", name(bug.why)},
         {"sites", describe_sites(finding_sites(trace, events_in_roles(trace, bug.claim)))}});
  }
  json["listed"] = std::move(listed);
  return json;
}

Json describe_losses(const Losses& losses) {
  Json array = Json::array();
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
    const Loss loss = static_cast<Loss>(i);
    if (losses.count(loss) == 0) continue;
    const LossInfo& about = info(loss);
    array.push_back({{"name", about.name},
                     {"count", losses.count(loss)},
                     {"severity", name(about.severity)},
                     {"what", about.what}});
  }
  return array;
}

Json describe_kind_run(const KindRun& run) {
  Json json = {{"kind", name(run.kind)},
               {"instances", run.instances},
               {"candidates", run.candidates},
               {"proved", run.proved},
               {"refuted", run.refuted},
               {"undecided", run.undecided()},
               {"cut", run.cut},
               {"left_out", run.left_out},
               {"witnesses_refused", run.witnesses_refused}};
  if (run.find_seconds) json["find_seconds"] = *run.find_seconds;
  if (run.decide_seconds) json["decide_seconds"] = *run.decide_seconds;
  return json;
}

Json describe_engine_run(const EngineRun& run) {
  Json json = {{"name", run.name}, {"model", name(run.model)}};
  if (run.kinds.empty()) {
    json["instances"] = run.instances;
    json["site_pairs"] = run.site_pairs;
    json["site_pairs_cut"] = run.site_pairs_cut;
  } else {
    for (const KindRun& kind : run.kinds) json["kinds"].push_back(describe_kind_run(kind));
  }
  if (!run.note.empty()) json["note"] = run.note;
  if (run.seconds) json["seconds"] = *run.seconds;
  return json;
}

Json describe_stats(const Results& results) {
  Json engines = Json::array();
  for (const EngineRun& run : results.engines) engines.push_back(describe_engine_run(run));
  return {{"engines", std::move(engines)}};
}

bool is_flat(const Json& json) {
  for (const Json& member : json)
    if (member.is_structured()) return false;
  return true;
}

// Objects and arrays of plain values on one line, others with a line for each member: a witness has
// a line for each segment, which is half the size of what dump() would make of it.
void print(const Json& json, const std::string& indent, std::string& out) {
  if (!json.is_structured() || is_flat(json)) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out += json.is_object() ? '{' : '[';
  const char* separator = "\n";
  for (const auto& [key, member] : json.items()) {
    out += separator + indent + "  ";
    if (json.is_object()) out += Json(key).dump() + ": ";
    print(member, indent + "  ", out);
    separator = ",\n";
  }
  out += '\n' + indent + (json.is_object() ? '}' : ']');
}

}  // namespace

std::string json_report(const Trace& trace, const Results& results) {
  Json findings = Json::array();
  for (const Finding& finding : results.findings)
    findings.push_back(describe_finding(trace, finding));
  const Json report = {{"version", 1},
                       {"trace", describe_trace(trace, results)},
                       {"findings", std::move(findings)},
                       {"undecided", describe_undecided(trace, results)},
                       {"losses", describe_losses(trace.losses())},
                       {"stats", describe_stats(results)}};
  std::string text;
  print(report, "", text);
  return text + "\n";
}

}  // namespace foreweave
