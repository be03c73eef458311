#include "report/json_report.h"

#include <nlohmann/json.hpp>

namespace foreweave {

namespace {

using Json = nlohmann::ordered_json;

// An engine that over-approximates may put forward more pairs than anybody reads; all are counted.
constexpr size_t kListedPairs = 1000;

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
  return {{"file", site.file},     {"line", site.line},         {"function", site.function},
          {"thread", site.thread}, {"event", site.event.value}, {"access", site.access}};
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
  return {{"id", finding.id()},
          {"kind", name(finding.kind())},
          {"status", "predicted"},
          {"engine", finding.engine()},
          {"model", name(proved.model())},
          {"sites", describe_sites(finding.sites())},
          {"claim",
           {{"happen", array_of(proved.claim().happen)},
            {"pending", array_of(proved.claim().pending)}}},
          {"witness", describe_witness(trace, proved.witness())},
          {"effect", nullptr}};
}

Json describe_undecided(const Trace& trace, const Results& results) {
  using Why = UndecidedPair::Why;
  Json listed = Json::array();
  for (const UndecidedPair& pair : results.undecided) {
    if (listed.size() == kListedPairs) break;
    Json sites = Json::array();
    for (const EventId e : pair.events) sites.push_back(describe_site(finding_site(trace, e)));
    listed.push_back({{"engine", pair.engine},
                      {"why", pair.why == Why::possible ? "possible" : "no-witness"},
                      {"sites", std::move(sites)}});
  }
  return {{"no_witness", results.undecided_because(Why::no_witness)},
          {"possible", results.undecided_because(Why::possible)},
          {"listed", std::move(listed)}};
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

Json describe_stats(const Results& results) {
  Json engines = Json::array();
  for (const EngineRun& run : results.engines) {
    Json& engine = engines.emplace_back(Json{{"name", run.name},
                                             {"model", name(run.model)},
                                             {"instances", run.instances},
                                             {"site_pairs", run.site_pairs},
                                             {"site_pairs_cut", run.site_pairs_cut}});
    if (run.seconds) engine["seconds"] = *run.seconds;
  }
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
