// A report as plain data: everything that any format says, in words and numbers, and nothing that
// needs the trace. make_report() fills one from a trace; read_json_report() fills the same from the
// JSON that was made of it, so that a report can be turned into another format years later and
// elsewhere. All text is UTF-8.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/claim.h"
#include "report/findings/results.h"

namespace foreweave {

// Where something stands in the program. Empty or 0 is what is not known.
struct SourcePlace {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;
  bool inlined =
      false;  // in a stack: the function has no frame of its own, but is in the next one's
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// Innermost first, with the calls that were inlined; empty if the trace has no calls.
using Stack = std::vector<SourcePlace>;

struct LockInHand {
  std::string name;
  bool shared = false;
  uint32_t event = 0;  // its acquire
  SourcePlace taken;   // by the program, not where a header of the system does it
  Stack stack;
};

// An event of the trace that the bug is about.
struct ReportedEvent {
  uint32_t event = 0;
  SourcePlace place;  // of the program, not in a header of the system that it happens in
  std::string thread;
  std::string access;   // "write of x"
  std::string operand;  // "x"
  bool shared = false;  // of a lock: in shared mode
  std::string role;     // see events_in_roles; empty for a race
  std::string value;    // in the witness; empty if it is not known
  Stack stack;
  std::vector<LockInHand> locks;  // that its thread held when it came next, oldest first

  // Where exactly, be it in a header of the system.
  const SourcePlace& innermost() const { return stack.empty() ? place : stack.front(); }
};

// What a finding is about.
struct ReportedObject {
  std::string name;     // of the operand; in the source, if memory has no name of its own
  std::string address;  // if the name is from the source
  std::string what;     // "global variable", "heap memory", "memory"
  uint64_t size = 0;    // bytes; 0 if not known
  std::optional<ReportedEvent> allocated;
};

struct ReportedThread {
  std::string trace;  // that it is in; empty if the report is about one
  std::string name;
  std::string created_by;  // a thread; empty for the first, or if not known
  SourcePlace created_at;
  Stack stack;  // of the creation
};

// One line of a witness that a person reads: an event, or what was left out there.
struct StoryStep {
  std::string thread;            // empty if events of several threads were left out
  uint64_t hidden_events = 0;    // left out here; 0 if this is an event
  uint64_t hidden_switches = 0;  // between them, if they are of several threads
  uint32_t event = 0;
  std::string text;     // "write x"
  std::string operand;  // "x"
  SourcePlace place;
  std::string value;                // as recorded
  std::optional<std::string> sees;  // the value in this order, if not that: another, or "unknown"
  bool of_bug = false;              // part of the claim
  bool pending = false;             // comes next when the witness ends
  std::vector<std::string> locks;   // that its thread holds after it, oldest first
};

// A witness, short: its end and what the bug is about.
struct Story {
  std::vector<std::string> threads;  // those of the bug, as it is told
  uint64_t events = 0;               // of the whole witness
  uint64_t segments = 0;             // runs of one thread without a switch
  std::vector<StoryStep> steps;
};

// What a thread does in a witness without a switch; or, in a piece of several, what it does there.
struct WitnessPart {
  std::string thread;
  std::optional<uint32_t> from;  // its first event; not known of reports of version 1
  uint32_t to = 0;               // its last one
  bool with_next = false;        // of one piece with the next: in the order of the recorded run
  friend bool operator==(const WitnessPart&, const WitnessPart&) = default;
};

// The whole of it, as what differs from the recorded run (see Reordering). There is no more of it
// than the trace has switches, and mostly far less.
struct ReportedWitness {
  uint32_t as_recorded = 0;  // so many events of the run come first, as they did there
  std::vector<WitnessPart> parts;
  friend bool operator==(const ReportedWitness&, const ReportedWitness&) = default;
};

struct ReportedFinding {
  std::string id;
  std::string trace;  // that it was found in; empty if the report is about one
  BugKind kind = BugKind::race;
  FindingStatus status = FindingStatus::predicted;
  std::string engine, model;
  std::string subject;  // "on x": what to put behind the kind
  std::string what;     // what goes wrong, a sentence without its full stop; may be empty
  std::vector<ReportedEvent> sites;
  std::vector<ReportedEvent> related;
  std::vector<ReportedObject> objects;
  std::vector<uint32_t> happen, pending;
  ReportedWitness witness;
  Story story;
  std::optional<Replay> replay;  // none if nothing is known of the program

  // Nobody predicted it: it happened.
  bool is_of_recorded_run() const { return replay && replay->outcome == Replay::Outcome::recorded; }
  // In a run in which a thread was held; the note says where.
  bool is_of_trial() const {
    return is_of_recorded_run() && replay->attempts == 0 && !replay->note.empty();
  }
};

struct ReportedUndecided {
  BugKind kind = BugKind::race;
  std::string engine;
  UndecidedBug::Why why = UndecidedBug::Why::no_witness;
  std::vector<ReportedEvent> sites;
};

// A finding that was taken back: a replay followed its witness and contradicted it. Not a bug, and
// a sign that something that we rely on is wrong.
struct ReportedRefuted {
  std::string id;
  std::string trace;  // empty if the report is about one
  BugKind kind = BugKind::race;
  std::string engine, model, subject;
  std::string why;
  std::vector<ReportedEvent> sites;
};

struct ReportedLoss {
  std::string name, severity, what;
  uint64_t count = 0;
};

struct ReportedEngine {
  std::string name, model, note;
  uint64_t instances = 0, site_pairs = 0, site_pairs_cut = 0, left_out = 0;
  std::vector<KindRun> kinds;
  std::optional<double> seconds;
};

// Whether a source file is shown, or why not.
enum class SourceState : uint8_t {
  found,
  not_found,
  changed,  // since it was compiled
  unknown,  // what the compiler saw, so that it may be anything
};

// As JSON has it.
constexpr std::string_view name(SourceState state) {
  constexpr std::string_view kNames[] = {"found", "not-found", "changed", "unknown"};
  return kNames[static_cast<size_t>(state)];
}

// Lines of a source file around the places that the report names.
struct ReportedSource {
  std::string file;
  SourceState state = SourceState::not_found;
  std::map<uint32_t, std::string> lines = {};

  bool found() const { return state == SourceState::found; }
};

// What the user asked not to be told, and how often that was used.
struct ReportedSuppression {
  std::string rule;  // "race:log_line"
  uint64_t count = 0;
};

struct Report {
  // The trace.
  std::string trace_file;
  uint64_t events = 0, threads = 0, locks = 0, locations = 0;
  // The run of foreweave.
  std::string options;
  std::vector<BugKind> kinds;

  std::vector<ReportedFinding> findings;
  std::vector<ReportedThread> thread_list;  // those that findings name
  std::vector<ReportedSource> sources;      // by file
  std::map<UndecidedBug::Why, uint64_t> undecided;
  uint64_t left_out = 0;
  std::vector<std::string> unseen_libraries;  // because of which bugs are undecided
  std::vector<ReportedUndecided> undecided_listed;
  std::vector<ReportedRefuted> refuted;
  std::vector<ReportedLoss> losses;
  std::vector<std::string> notes;  // on the recorded run, sentences; no bugs (see run_notes.h)
  std::vector<ReportedEngine> engines;
  std::vector<ReportedSuppression> suppressions;
  uint64_t suppressed = 0;             // findings
  std::optional<uint64_t> known = {};  // findings left out because a baseline has them

  uint64_t undecided_count() const {
    uint64_t n = 0;
    for (const auto& [why, count] : undecided) n += count;
    return n;
  }
  // Of the finding's trace.
  const ReportedThread* thread(const ReportedFinding& finding, std::string_view name) const {
    for (const ReportedThread& t : thread_list)
      if (t.name == name && t.trace == finding.trace) return &t;
    return nullptr;
  }
  bool is_of_one_trace() const {
    for (const ReportedFinding& finding : findings)
      if (!finding.trace.empty()) return false;
    return true;
  }
  // The text of a line, or none.
  const std::string* line(const SourcePlace& place) const {
    for (const ReportedSource& source : sources) {
      if (source.file != place.file) continue;
      const auto found = source.lines.find(place.line);
      return found == source.lines.end() ? nullptr : &found->second;
    }
    return nullptr;
  }
};

}  // namespace foreweave
