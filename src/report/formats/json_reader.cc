// JSON back to a Report. The first thing that is wrong with the file is the one that gets told;
// after it every question has an empty answer, so that the reader need not look for failure at
// every step.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/formats/json_report.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

using Json = nlohmann::json;

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Result<Report> read(std::string_view text) {
    if (text.substr(0, 100).find("<!doctype html>") != text.npos)
      return Error{"is an HTML report; what can be read again is the one of --format json", file_};
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
      return Error{"is not JSON, so that it is no report of --format json", file_};
    if (json.is_object() && (json.contains("runs") || json.contains("traceEvents")))
      return Error{
          fmt::format("is a {} file; what can be read again is the report of --format json",
                      json.contains("runs") ? "SARIF" : "Perfetto"),
          file_};
    if (!json.is_object() || !json.contains("version") || !json.contains("findings"))
      return Error{"is JSON, but not a report of foreweave", file_};
    if (json["version"] != 1 && json["version"] != 2)
      return Error{"has a version that is not known here; only versions 1 and 2 are", file_};
    Report report;
    read_run(json, report);
    each(json, "findings", [&](const Json& j) { report.findings.push_back(finding(j)); });
    each(json, "threads", [&](const Json& j) { report.thread_list.push_back(thread(j)); });
    each(json, "sources", [&](const Json& j) { report.sources.push_back(source(j)); });
    read_undecided(object(json, "undecided"), report);
    each(object(json, "refuted"), "listed",
         [&](const Json& j) { report.refuted.push_back(refuted(j)); });
    each(json, "losses", [&](const Json& j) { report.losses.push_back(loss(j)); });
    report.notes = texts(json, "notes");
    each(object(json, "stats"), "engines",
         [&](const Json& j) { report.engines.push_back(engine(j)); });
    if (!failure_.empty()) return Error{failure_, file_};
    return report;
  }

 private:
  void fail(std::string what) {
    if (failure_.empty()) failure_ = std::move(what);
  }
  void fail_at(const char* key, const char* what) {
    fail(fmt::format("is no report of foreweave: \"{}\" is not {}", key, what));
  }

  // --- members; one that is missing has the value that it has when it is left out -----------
  static const Json& member(const Json& json, const char* key) {
    static const Json nothing;
    if (!json.is_object()) return nothing;
    const auto found = json.find(key);
    return found == json.end() ? nothing : *found;
  }
  const Json& object(const Json& json, const char* key) {
    const Json& value = member(json, key);
    if (!value.is_null() && !value.is_object()) fail_at(key, "an object");
    return value;
  }
  template <class Visit>
  void each(const Json& json, const char* key, Visit visit) {
    const Json& value = member(json, key);
    if (value.is_null()) return;
    if (!value.is_array()) return fail_at(key, "an array");
    for (const Json& entry : value)
      if (failure_.empty()) visit(entry);
  }
  std::string text(const Json& json, const char* key) {
    const Json& value = member(json, key);
    if (value.is_null()) return "";
    if (!value.is_string()) return fail_at(key, "text"), "";
    return value.get<std::string>();
  }
  // Every single text of an array.
  std::vector<std::string> texts(const Json& json, const char* key) {
    std::vector<std::string> list;
    each(json, key, [&](const Json& j) {
      if (j.is_string())
        list.push_back(j.get<std::string>());
      else
        fail_at(key, "an array of text");
    });
    return list;
  }
  template <class Number = uint64_t>
  Number number(const Json& json, const char* key) {
    const Json& value = member(json, key);
    if (value.is_null()) return 0;
    if (!value.is_number_unsigned() ||
        value.get<uint64_t>() > uint64_t{std::numeric_limits<Number>::max()}) {
      fail_at(key, "a count");
      return 0;
    }
    return value.get<Number>();
  }
  std::vector<uint32_t> numbers(const Json& json, const char* key) {
    std::vector<uint32_t> list;
    each(json, key, [&](const Json& j) {
      if (j.is_number_unsigned() && j.get<uint64_t>() <= UINT32_MAX)
        list.push_back(j.get<uint32_t>());
      else
        fail_at(key, "an array of events");
    });
    return list;
  }
  std::optional<double> seconds(const Json& json, const char* key) {
    const Json& value = member(json, key);
    if (value.is_null()) return {};
    if (!value.is_number()) return fail_at(key, "a number"), std::nullopt;
    return value.get<double>();
  }
  bool flag(const Json& json, const char* key) {
    const Json& value = member(json, key);
    if (!value.is_null() && !value.is_boolean()) fail_at(key, "true or false");
    return value.is_boolean() && value.get<bool>();
  }
  BugKind kind(const Json& json, const char* key) { return kind_of(text(json, key)); }
  BugKind kind_of(const std::string& name) {
    const auto kind = bug_kind_from_name(name);
    if (!kind) fail(fmt::format("there is no kind of bug \"{}\"", printable(name.substr(0, 40))));
    return kind.value_or(BugKind::race);
  }

  // --- parts ----------------------------------------------------------------------------------
  void read_run(const Json& json, Report& report) {
    const Json& trace = object(json, "trace");
    report.trace_file = text(trace, "file");
    report.events = number(trace, "events");
    report.threads = number(trace, "threads");
    report.locks = number(trace, "locks");
    report.locations = number(trace, "locations");
    const Json& run = object(json, "run");
    report.options = text(run, "options");
    for (const std::string& bug : texts(run, "bugs")) report.kinds.push_back(kind_of(bug));
    each(run, "suppressions", [&](const Json& j) {
      report.suppressions.push_back({text(j, "rule"), number(j, "count")});
    });
    report.suppressed = number(run, "suppressed");
    if (!member(run, "known").is_null()) report.known = number(run, "known");
  }

  SourcePlace place(const Json& json) {
    return {text(json, "file"), number<uint32_t>(json, "line"), number<uint32_t>(json, "column"),
            text(json, "function")};
  }
  Stack stack(const Json& json, const char* key) {
    Stack frames;
    each(json, key, [&](const Json& j) {
      frames.push_back(place(j));
      frames.back().inlined = flag(j, "inlined");
    });
    return frames;
  }
  ReportedEvent event(const Json& json) {
    if (!json.is_object()) fail("is no report of foreweave: a site is not an object");
    ReportedEvent out;
    out.event = number<uint32_t>(json, "event");
    out.place = place(json);
    out.thread = text(json, "thread");
    out.access = text(json, "access");
    out.operand = text(json, "operand");
    out.shared = flag(json, "shared");
    out.role = text(json, "role");
    out.value = text(json, "value");
    out.stack = stack(json, "stack");
    each(json, "locks", [&](const Json& j) {
      out.locks.push_back({text(j, "lock"), flag(j, "shared"), number<uint32_t>(j, "event"),
                           place(j), stack(j, "stack")});
    });
    return out;
  }
  std::vector<ReportedEvent> events(const Json& json, const char* key) {
    std::vector<ReportedEvent> list;
    each(json, key, [&](const Json& j) { list.push_back(event(j)); });
    return list;
  }

  StoryStep step(const Json& json) {
    StoryStep out;
    out.thread = text(json, "thread");
    out.hidden_events = number(json, "hidden_events");
    out.hidden_switches = number(json, "hidden_segments");
    out.event = number<uint32_t>(json, "event");
    out.text = text(json, "text");
    out.operand = text(json, "operand");
    out.place = place(json);
    out.value = text(json, "value");
    if (!member(json, "sees").is_null()) out.sees = text(json, "sees");
    out.of_bug = flag(json, "of_bug");
    out.pending = flag(json, "pending");
    out.locks = texts(json, "locks");
    return out;
  }

  ReportedFinding finding(const Json& json) {
    ReportedFinding out;
    out.id = text(json, "id");
    out.trace = text(json, "trace");
    out.kind = kind(json, "kind");
    out.status =
        text(json, "status") == "confirmed" ? FindingStatus::confirmed : FindingStatus::predicted;
    out.engine = text(json, "engine");
    out.model = text(json, "model");
    out.subject = text(json, "subject");
    out.what = text(json, "what");
    out.sites = events(json, "sites");
    if (out.sites.empty()) fail(fmt::format("finding {} has no sites", printable(out.id)));
    out.related = events(json, "related");
    each(json, "objects", [&](const Json& j) {
      ReportedObject& object = out.objects.emplace_back(ReportedObject{
          text(j, "name"), text(j, "address"), text(j, "what"), number(j, "size"), {}});
      if (!member(j, "allocated").is_null()) object.allocated = event(member(j, "allocated"));
    });
    const Json& claim = object(json, "claim");
    out.happen = numbers(claim, "happen");
    out.pending = numbers(claim, "pending");
    each(json, "witness", [&](const Json& j) { read_piece(j, out.witness); });
    const Json& told = object(json, "story");
    out.story.threads = texts(told, "threads");
    out.story.events = number(told, "events");
    out.story.segments = number(told, "segments");
    each(told, "steps", [&](const Json& j) { out.story.steps.push_back(step(j)); });
    out.replay = replay(json);
    return out;
  }

  // Version 1 said only up to which event a thread runs.
  WitnessPart witness_part(const Json& json) {
    WitnessPart part;
    part.thread = text(json, "thread");
    part.to = number<uint32_t>(json, member(json, "event").is_null() ? "to" : "event");
    if (!member(json, "from").is_null()) part.from = number<uint32_t>(json, "from");
    return part;
  }
  void read_piece(const Json& json, ReportedWitness& out) {
    if (!member(json, "together").is_null()) {
      each(json, "together", [&](const Json& j) {
        out.parts.push_back(witness_part(j));
        out.parts.back().with_next = true;
      });
      if (!out.parts.empty()) out.parts.back().with_next = false;
    } else if (member(json, "thread").is_null()) {
      out.as_recorded = number<uint32_t>(json, "to") + 1;
      if (!out.parts.empty()) fail_at("witness", "as recorded first");
    } else {
      out.parts.push_back(witness_part(json));
    }
  }

  std::optional<Replay> replay(const Json& json) {
    const Json& told = object(json, "replay");
    const std::string effect = text(json, "effect");
    if (told.is_null() && effect.empty()) return {};
    Replay out;
    const std::string outcome = text(told, "outcome");
    for (const auto o : {Replay::Outcome::recorded, Replay::Outcome::confirmed,
                         Replay::Outcome::diverged, Replay::Outcome::not_reached})
      if (outcome == name(o)) out.outcome = o;
    out.note = text(told, "note");
    out.effect = effect;
    const Json& status = member(told, "exit_status");
    if (status.is_number_integer() && status >= 0 && status <= 255)
      out.exit_status = status.get<int>();
    else if (!status.is_null())
      fail_at("exit_status", "an exit status");
    out.attempts = number<uint32_t>(told, "attempts");
    out.command = text(told, "command");
    return out;
  }

  ReportedThread thread(const Json& json) {
    const Json& at = object(json, "created_at");
    return {text(json, "trace"), text(json, "name"), text(json, "created_by"), place(at),
            stack(json, "stack")};
  }

  ReportedSource source(const Json& json) {
    ReportedSource out{text(json, "file"), SourceState::not_found};
    const std::string why = text(json, "why");
    for (const SourceState state : {SourceState::changed, SourceState::unknown})
      if (why == name(state)) out.state = state;
    if (flag(json, "found")) out.state = SourceState::found;
    each(json, "chunks", [&](const Json& chunk) {
      uint32_t line = number<uint32_t>(chunk, "line");
      for (std::string& text_of_line : texts(chunk, "text"))
        out.lines[line++] = std::move(text_of_line);
    });
    return out;
  }

  void read_undecided(const Json& json, Report& report) {
    for (const UndecidedBug::Why why : UndecidedBug::kReasons) {
      std::string key(name(why));
      std::replace(key.begin(), key.end(), '-', '_');
      report.undecided[why] = number(json, key.c_str());
    }
    report.left_out = number(json, "left_out");
    report.unseen_libraries = texts(json, "unseen_libraries");
    each(json, "listed", [&](const Json& j) {
      ReportedUndecided& out = report.undecided_listed.emplace_back();
      out.kind = kind(j, "kind");
      out.engine = text(j, "engine");
      const std::string why = text(j, "why");
      for (const UndecidedBug::Why w : UndecidedBug::kReasons)
        if (why == name(w)) out.why = w;
      out.sites = events(j, "sites");
    });
  }

  ReportedRefuted refuted(const Json& json) {
    return {text(json, "id"),    text(json, "trace"),   kind(json, "kind"), text(json, "engine"),
            text(json, "model"), text(json, "subject"), text(json, "why"),  events(json, "sites")};
  }

  ReportedLoss loss(const Json& json) {
    return {text(json, "name"), text(json, "severity"), text(json, "what"), number(json, "count")};
  }

  ReportedEngine engine(const Json& json) {
    ReportedEngine out;
    out.name = text(json, "name");
    out.model = text(json, "model");
    out.note = text(json, "note");
    out.instances = number(json, "instances");
    out.site_pairs = number(json, "site_pairs");
    out.site_pairs_cut = number(json, "site_pairs_cut");
    out.left_out = number(json, "left_out");
    each(json, "kinds", [&](const Json& j) {
      KindRun& run = out.kinds.emplace_back();
      run.kind = kind(j, "kind");
      run.instances = number(j, "instances");
      run.candidates = number(j, "candidates");
      run.proved = number(j, "proved");
      run.refuted = number(j, "refuted");
      run.cut = number(j, "cut");
      run.left_out = number(j, "left_out");
      run.witnesses_refused = number(j, "witnesses_refused");
      run.find_seconds = seconds(j, "find_seconds");
      run.decide_seconds = seconds(j, "decide_seconds");
    });
    out.seconds = seconds(json, "seconds");
    return out;
  }

  const std::string& file_;
  std::string failure_;
};

}  // namespace

Result<Report> read_json_report(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace foreweave
