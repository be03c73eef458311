// Everything a report says besides the trace itself. Plain data, the same for every format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/model.h"
#include "events/recorded_run/interruptions.h"
#include "report/findings/finding.h"

namespace foreweave {

// The loss that Results::assumed_orders counts.
inline constexpr char kAssumedThreadOrders[] = "assumed_thread_orders";

// A possible bug that an engine put forward and nobody proved. Not a bug, and not "no bug". There
// may be very many, so this holds no text.
struct UndecidedBug {
  enum class Why : uint8_t {
    no_witness,  // the engine says yes, or left the pair unordered; no order passed the checker
    possible,    // from an engine that only over-approximates
    incomplete,  // the engine cannot tell
    budget,      // the work it was allowed ran out
    attempts,    // what was tried is refuted, but not every instance was tried
    no_effect,   // it can happen, but is no bug unless it does harm, and none was seen
    held_up,  // its replays came to wait for what the witness has later, or were told otherwise by
              // unseen code
    unseen,   // code that was not recorded writes there, or may prevent it
  };
  static constexpr std::array kReasons = {Why::no_witness, Why::possible, Why::incomplete,
                                          Why::budget,     Why::attempts, Why::no_effect,
                                          Why::held_up,    Why::unseen};

  std::string_view engine;  // the first that put it forward; engines' names live for ever
  Why why = Why::no_witness;
  Claim claim;  // the first instance
};

// What an engine that decides claims did with the candidates of one kind. A candidate is one
// possible bug, with all its instances.
struct KindRun {
  BugKind kind = BugKind::race;
  uint64_t instances = 0;
  uint64_t candidates = 0;
  uint64_t proved = 0;    // of these, by this engine or one before it
  uint64_t refuted = 0;   // of these, impossible under the engine's model
  uint64_t cut = 0;       // of these, not proved, with instances left that nobody was asked about
  uint64_t left_out = 0;  // candidates beyond these, more than were asked for
  uint64_t witnesses_refused = 0;  // by the checker
  // Only if asked for.
  std::optional<double> find_seconds = {}, decide_seconds = {};
  uint64_t undecided() const { return candidates - proved - refuted; }
};

// What one engine did with the trace.
struct EngineRun {
  std::string_view name;
  Model model = Model::same_write;  // under which it ran
  // Of engines that scan the trace for races.
  uint64_t instances = 0;       // event pairs it put forward or counted
  uint64_t site_pairs = 0;      // of these, different pairs of sites
  uint64_t site_pairs_cut = 0;  // unproved, with instances left when --max-attempts was reached
  uint64_t left_out = 0;        // of what it put forward, more than anybody tried to prove
  // Of engines that decide candidates; empty for others.
  std::vector<KindRun> kinds = {};
  std::string note = {};               // a sentence without its full stop
  std::optional<double> seconds = {};  // only if asked for: times differ from run to run
};

// The trace is of a trial: a thread was held somewhere, and the others ran on.
struct TrialNote {
  enum class Tells : uint8_t {
    what_happened,  // the findings, and nothing else that its run shows
    how_it_ended,   // that it failed, or that nobody got any further
    predictions,    // the findings are of other orders of it, as of any recorded run
  };
  std::string how;     // a sentence without its full stop
  std::string effect;  // what the program did; may be empty
  Tells tells = Tells::what_happened;
};

struct Results {
  std::string trace_path;      // as the user gave it
  std::string options;         // "--engine hb": what gives these results again, as a shell takes it
  bool can_replay = false;     // the trace says which program was run
  std::vector<BugKind> kinds;  // what was looked for
  std::vector<Finding> findings;
  std::vector<Claim>
      stale;  // memory that the run itself used after its free, as a replay confirmed
  std::optional<TrialNote> trial;
  std::vector<Interruption>
      interruptions;             // by handlers, that were seen to do harm in the run or a replay
  std::vector<Finding> refuted;  // by replay, and so no findings any more
  std::vector<UndecidedBug> undecided;
  std::vector<EngineRun> engines;
  bool cut_by_time = false;  // there was more to look at than time
  // Threads that were taken to begin behind the end of others that nobody joined (thread_slots.h).
  uint64_t assumed_orders = 0;
  std::optional<int> other_status =
      {};  // with which another run ended, if that differs from this one's

  size_t undecided_because(UndecidedBug::Why why) const {
    size_t n = 0;
    for (const UndecidedBug& bug : undecided) n += bug.why == why;
    return n;
  }
};

}  // namespace foreweave
