// A finding: a bug we stand behind. It can only be made from a Proved, and only prove/check makes
// those, so nothing without an accepted witness can reach a report.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/claim.h"
#include "events/trace.h"
#include "prove/check/check.h"
#include "report/words/bug_words.h"

namespace foreweave {

// One of the events of a bug, and where it stands in the program.
struct FindingSite {
  EventId event;
  std::string file;
  uint32_t line = 0;
  std::string function;
  std::string thread;
  std::string access;  // "write of x"
  std::string role;    // see events_in_roles; empty for a race
};

std::vector<FindingSite> finding_sites(const Trace& trace, const std::vector<BugEvent>& events);

enum class FindingStatus : uint8_t {
  predicted,  // its witness passed the checker
  confirmed,  // and it happened when the program was run along the witness
};
std::string_view name(FindingStatus status);

// What came of running the real program along the witness.
struct Replay {
  enum class Outcome : uint8_t {
    not_tried,
    recorded,  // not needed: it happened in the recorded run
    confirmed,
    diverged,
    not_reached,
    refuted,  // taken back: no finding of a report
  };
  Outcome outcome = Outcome::not_tried;
  std::string note;    // why it was not confirmed; may be empty
  std::string effect;  // "the program hangs", "signal 6: assertion failed"; may be empty
  std::optional<int> exit_status;  // of the program after the bug
  uint32_t attempts = 0;
  std::string command;   // that does it again; may be empty
  bool fails = false;    // the program came to another end than without the bug
  bool held_up = false;  // not confirmed: something that was not recorded may order it
                         // (replay/judge/outcome.h)
};
std::string_view name(Replay::Outcome outcome);  // as in JSON: "not-tried", ...
// What the command that replays it is for: "to see it happen" only if it did.
std::string_view purpose(Replay::Outcome outcome);

class Finding {
 public:
  Finding(const Trace& trace, Proved proved, std::string_view engine);

  // "race-1a2b3c4d", made from bug_key(): the same bug has the same id in every run.
  const std::string& id() const { return id_; }
  BugKind kind() const { return proved_.claim().kind; }
  std::string_view engine() const { return engine_; }  // the first that proved it
  const Proved& proved() const { return proved_; }
  FindingStatus status() const {
    return replay_ && replay_->outcome == Replay::Outcome::confirmed ? FindingStatus::confirmed
                                                                     : FindingStatus::predicted;
  }
  const std::optional<Replay>& replay() const { return replay_; }
  void set_replay(Replay replay) { replay_ = std::move(replay); }
  // Of the claim's events, in the order of events_in_roles.
  std::span<const FindingSite> sites() const { return sites_; }
  // Of events_around: no part of what was proved.
  std::span<const FindingSite> related() const { return related_; }

 private:
  friend class FindingSet;  // tells apart ids that collide

  std::string id_;
  std::string engine_;
  Proved proved_;
  std::optional<Replay> replay_;
  std::vector<FindingSite> sites_, related_;
};

}  // namespace foreweave
