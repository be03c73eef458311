#include "report/formats/json_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "report/formats/json_tree.h"

namespace foreweave {

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
    case UndecidedBug::Why::no_effect:
      return "no-effect";
    case UndecidedBug::Why::held_up:
      return "held-up";
    case UndecidedBug::Why::unseen:
      return "unseen";
  }
  return "";
}

namespace {

using Json = nlohmann::ordered_json;

// With room for so many members: an object that outgrows its room copies all that it has, however
// large that is (its keys cannot be moved).
Json object_of(size_t members) {
  Json json = Json::object();
  json.get_ref<Json::object_t&>().reserve(members);
  return json;
}

template <class Range, class Describe>
Json array_of(const Range& range, Describe describe) {
  Json array = Json::array();
  for (const auto& member : range) array.push_back(describe(member));
  return array;
}

void add_place(Json& json, const SourcePlace& place) {
  json["file"] = place.file;
  json["line"] = place.line;
  if (place.column != 0) json["column"] = place.column;
  json["function"] = place.function;
}

Json describe_place(const SourcePlace& place) {
  Json json = object_of(5);
  add_place(json, place);
  return json;
}

Json describe_frame(const SourcePlace& frame) {
  Json json = describe_place(frame);
  if (frame.inlined) json["inlined"] = true;
  return json;
}

Json describe_stack(const Stack& stack) { return array_of(stack, describe_frame); }

Json describe_lock(const LockInHand& lock) {
  Json json = object_of(8);
  json["lock"] = lock.name;
  if (lock.shared) json["shared"] = true;
  json["event"] = lock.event;
  add_place(json, lock.taken);
  if (!lock.stack.empty()) json["stack"] = describe_stack(lock.stack);
  return json;
}

Json describe_event(const ReportedEvent& event) {
  Json json = object_of(13);
  add_place(json, event.place);
  json["thread"] = event.thread;
  json["event"] = event.event;
  json["access"] = event.access;
  if (!event.operand.empty()) json["operand"] = event.operand;
  if (event.shared) json["shared"] = true;
  if (!event.role.empty()) json["role"] = event.role;
  if (!event.value.empty()) json["value"] = event.value;
  if (!event.stack.empty()) json["stack"] = describe_stack(event.stack);
  if (!event.locks.empty()) json["locks"] = array_of(event.locks, describe_lock);
  return json;
}

Json describe_object(const ReportedObject& object) {
  Json json = {{"name", object.name}, {"what", object.what}};
  if (!object.address.empty()) json["address"] = object.address;
  if (object.size != 0) json["size"] = object.size;
  if (object.allocated) json["allocated"] = describe_event(*object.allocated);
  return json;
}

Json describe_step(const StoryStep& step) {
  Json json = object_of(15);
  if (!step.thread.empty()) json["thread"] = step.thread;
  if (step.hidden_events > 0) json["hidden_events"] = step.hidden_events;
  if (step.hidden_switches > 0) json["hidden_segments"] = step.hidden_switches;
  if (step.hidden_switches == 0) json["event"] = step.event;
  if (!step.text.empty()) {
    json["text"] = step.text;
    if (!step.operand.empty()) json["operand"] = step.operand;
    add_place(json, step.place);
  }
  if (!step.value.empty()) json["value"] = step.value;
  if (step.sees) json["sees"] = *step.sees;
  if (step.of_bug) json["of_bug"] = true;
  if (step.pending) json["pending"] = true;
  if (!step.locks.empty()) json["locks"] = step.locks;
  return json;
}

Json describe_story(const Story& story) {
  return {{"threads", story.threads},
          {"events", story.events},
          {"segments", story.segments},
          {"steps", array_of(story.steps, describe_step)}};
}

Json describe_replay(const Replay& replay) {
  Json json = {{"outcome", name(replay.outcome)}, {"attempts", replay.attempts}};
  if (!replay.note.empty()) json["note"] = replay.note;
  if (replay.exit_status) json["exit_status"] = *replay.exit_status;
  if (!replay.command.empty()) json["command"] = replay.command;
  return json;
}

Json describe_part(const WitnessPart& part) {
  Json json = {{"thread", part.thread}};
  if (part.from) json["from"] = *part.from;
  json["to"] = part.to;
  return json;
}

Json describe_witness(const ReportedWitness& witness) {
  Json json = Json::array();
  if (witness.as_recorded > 0) json.push_back({{"from", 0}, {"to", witness.as_recorded - 1}});
  bool goes_on = false;  // with the piece of the part before it
  for (const WitnessPart& part : witness.parts) {
    if (part.with_next && !goes_on) json.push_back({{"together", Json::array()}});
    if (part.with_next || goes_on)
      json.back()["together"].push_back(describe_part(part));
    else
      json.push_back(describe_part(part));
    goes_on = part.with_next;
  }
  return json;
}

Json describe_finding(const ReportedFinding& finding, bool with_witness) {
  Json json = object_of(16);
  json["id"] = finding.id;
  json["kind"] = name(finding.kind);
  json["status"] = name(finding.status);
  json["engine"] = finding.engine;
  json["model"] = finding.model;
  json["subject"] = finding.subject;
  if (!finding.trace.empty()) json["trace"] = finding.trace;
  if (!finding.what.empty()) json["what"] = finding.what;
  json["sites"] = array_of(finding.sites, describe_event);
  if (!finding.related.empty()) json["related"] = array_of(finding.related, describe_event);
  if (!finding.objects.empty()) json["objects"] = array_of(finding.objects, describe_object);
  json["claim"] = {{"happen", finding.happen}, {"pending", finding.pending}};
  if (with_witness) json["witness"] = describe_witness(finding.witness);
  json["story"] = describe_story(finding.story);
  const bool has_effect = finding.replay && !finding.replay->effect.empty();
  json["effect"] = has_effect ? Json(finding.replay->effect) : Json();
  if (finding.replay) json["replay"] = describe_replay(*finding.replay);
  return json;
}

Json describe_thread(const ReportedThread& thread) {
  Json json = {{"name", thread.name}};
  if (!thread.trace.empty()) json["trace"] = thread.trace;
  if (thread.created_by.empty()) return json;
  json["created_by"] = thread.created_by;
  json["created_at"] = describe_place(thread.created_at);
  if (!thread.stack.empty()) json["stack"] = describe_stack(thread.stack);
  return json;
}

// Lines that follow each other are one chunk.
Json describe_source(const ReportedSource& source) {
  Json json = {{"file", source.file}, {"found", source.found()}};
  if (!source.found() && source.state != SourceState::not_found) json["why"] = name(source.state);
  Json chunks = Json::array();
  uint32_t expected = 0;
  for (const auto& [number, text] : source.lines) {
    if (number != expected || chunks.empty())
      chunks.push_back({{"line", number}, {"text", Json::array()}});
    chunks.back()["text"].push_back(text);
    expected = number + 1;
  }
  if (source.found()) json["chunks"] = std::move(chunks);
  return json;
}

Json describe_undecided(const Report& report) {
  Json json = Json::object();
  for (const UndecidedBug::Why why : UndecidedBug::kReasons) {
    std::string key(name(why));
    std::replace(key.begin(), key.end(), '-', '_');
    const auto counted = report.undecided.find(why);
    json[key] = counted == report.undecided.end() ? 0 : counted->second;
  }
  json["left_out"] = report.left_out;
  json["unseen_libraries"] = report.unseen_libraries;
  json["listed"] = array_of(report.undecided_listed, [](const ReportedUndecided& bug) {
    return Json{{"kind", name(bug.kind)},
                {"engine", bug.engine},
                {"why", name(bug.why)},
                {"sites", array_of(bug.sites, describe_event)}};
  });
  return json;
}

Json describe_refuted(const ReportedRefuted& refuted) {
  Json json = {{"id", refuted.id},
               {"kind", name(refuted.kind)},
               {"engine", refuted.engine},
               {"model", refuted.model},
               {"subject", refuted.subject},
               {"why", refuted.why},
               {"sites", array_of(refuted.sites, describe_event)}};
  if (!refuted.trace.empty()) json["trace"] = refuted.trace;
  return json;
}

Json describe_loss(const ReportedLoss& loss) {
  return {
      {"name", loss.name}, {"count", loss.count}, {"severity", loss.severity}, {"what", loss.what}};
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

Json describe_engine(const ReportedEngine& run) {
  Json json = {{"name", run.name}, {"model", run.model}};
  if (run.kinds.empty()) {
    json["instances"] = run.instances;
    json["site_pairs"] = run.site_pairs;
    json["site_pairs_cut"] = run.site_pairs_cut;
    json["left_out"] = run.left_out;
  } else {
    json["kinds"] = array_of(run.kinds, describe_kind_run);
  }
  if (!run.note.empty()) json["note"] = run.note;
  if (run.seconds) json["seconds"] = *run.seconds;
  return json;
}

Json describe_run(const Report& report) {
  Json json = {{"options", report.options},
               {"bugs", array_of(report.kinds, [](BugKind kind) { return name(kind); })}};
  if (!report.suppressions.empty()) {
    json["suppressed"] = report.suppressed;
    json["suppressions"] = array_of(report.suppressions, [](const ReportedSuppression& rule) {
      return Json{{"rule", rule.rule}, {"count", rule.count}};
    });
  }
  if (report.known) json["known"] = *report.known;
  return json;
}

bool is_flat(const Json& json) {
  for (const Json& member : json)
    if (member.is_structured()) return false;
  return true;
}

std::string flat_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Objects and arrays of plain values on one line, others with a line for each member: half the size
// of what dump() would make of it.
void print(const Json& json, const std::string& indent, std::string& out) {
  if (!json.is_structured() || is_flat(json)) {
    out += flat_text(json);
    return;
  }
  out += json.is_object() ? '{' : '[';
  const char* separator = "\n";
  const std::string deeper = indent + "  ";
  for (auto member = json.begin(); member != json.end(); ++member) {
    out += separator;
    out += deeper;
    if (json.is_object()) out += '"' + member.key() + "\": ";  // of our own making, and plain
    print(*member, deeper, out);
    separator = ",\n";
  }
  out += '\n' + indent + (json.is_object() ? '}' : ']');
}

Json make_tree(const Report& report) {
  return {
      {"version", 2},
      {"trace",
       {{"file", report.trace_file},
        {"events", report.events},
        {"threads", report.threads},
        {"locks", report.locks},
        {"locations", report.locations}}},
      {"run", describe_run(report)},
      {"findings", nullptr},
      {"threads", array_of(report.thread_list, describe_thread)},
      {"sources", array_of(report.sources, describe_source)},
      {"undecided", describe_undecided(report)},
      {"refuted",
       {{"count", report.refuted.size()}, {"listed", array_of(report.refuted, describe_refuted)}}},
      {"losses", array_of(report.losses, describe_loss)},
      {"notes", report.notes},
      {"stats", {{"engines", array_of(report.engines, describe_engine)}}}};
}

// Findings are most of a long report: a few at a time, on several threads, and never all as a tree.
void add_findings(const Report& report, std::string& text) {
  const size_t count = report.findings.size();
  if (count == 0) {
    text += "[]";
    return;
  }
  constexpr size_t kAtATime = 32;
  std::vector<std::string> parts((count + kAtATime - 1) / kAtATime);
  for_each_piece(parts.size(), available_cpus(), [&](unsigned, size_t part) {
    for (size_t i = part * kAtATime; i < std::min(count, (part + 1) * kAtATime); ++i) {
      parts[part] += i == 0 ? "[\n    " : ",\n    ";
      print(describe_finding(report.findings[i], true), "    ", parts[part]);
    }
  });
  size_t size = text.size();
  for (const std::string& part : parts) size += part.size();
  constexpr size_t kMostlyEnoughForTheRest = 1 << 16;
  text.reserve(size + kMostlyEnoughForTheRest);
  for (const std::string& part : parts) text += part;
  text += "\n  ]";
}

}  // namespace

Json json_tree(const Report& report) {
  Json json = make_tree(report);
  json["findings"] = array_of(report.findings, [](const ReportedFinding& finding) {
    return describe_finding(finding, false);
  });
  return json;
}

std::string json_report(const Report& report) {
  const Json tree = make_tree(report);
  std::string text;
  for (auto member = tree.begin(); member != tree.end(); ++member) {
    text += text.empty() ? "{\n  \"" : ",\n  \"";
    text += member.key() + "\": ";
    if (member.key() == "findings")
      add_findings(report, text);
    else
      print(*member, "  ", text);
  }
  text += "\n}\n";
  return text;
}

}  // namespace foreweave
