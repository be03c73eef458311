// Runs the engines of a plan over a trace, one after the other, and gathers what they prove.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "events/trace.h"
#include "model/facts/trace_facts.h"
#include "patterns/passes/meeting_cells.h"
#include "prove/construct/construct.h"
#include "report/findings/finding_set.h"
#include "search/plan.h"
#include "search/watch.h"

namespace foreweave {

struct RunOptions {
  // Instances to try for each possible bug. Without it a few of what a scan puts forward, and more
  // of what is decided within its budget: most takes little.
  std::optional<uint32_t> max_attempts = {};
  uint32_t scan_attempts() const { return max_attempts.value_or(8); }
  uint32_t decide_attempts() const { return max_attempts.value_or(256); }
  uint32_t local_distance = 100;   // see PatternOptions
  bool all_interruptions = false;  // nothing is forgiven
  bool harmless = false;           // also what is a bug only if it does harm (patterns/harm.h)
  uint64_t budget = 1'000'000;     // work for each possible bug
  unsigned jobs = 1;
  std::optional<double> time_limit = {};  // seconds, for all that is decided together
  std::vector<SiteSequence> orders = {};  // what must not happen
  bool stats = false;                     // times in the results
  Watch watch = {};
};

// Keeps references to all three. The same trace, plan and options give the same findings, also
// with another number of jobs; not so with a time limit.
class EngineRunner {
 public:
  EngineRunner(const TraceFacts& facts, const Registry& registry, const RunOptions& options);

  // What it finds goes into `found`; what has a proof there already is not tried again.
  EngineRun run(const PlannedEngine& engine, const Plan& plan, FindingSet& found);
  // Then whatever is not decided stays so.
  bool time_is_over() const { return deadline_ && std::chrono::steady_clock::now() > *deadline_; }

 private:
  void scan(const PlannedEngine& engine, bool tell_unproved, FindingSet& found, EngineRun& run);
  void decide(const PlannedEngine& engine, FindingSet& found, EngineRun& run);
  void share_out(double seconds, std::optional<double> KindRun::* phase, EngineRun& run) const;
  struct Task;
  void find_meetings(const Plan& plan);
  void tell_what_is_unseen(const PlannedEngine& engine, const DeciderFactory& known,
                           FindingSet& found, EngineRun& run);
  // Beside them, on a thread that is free, if there is anything else to do.
  std::vector<Task> find_candidates(const PlannedEngine& engine, bool with_unseen,
                                    const std::function<void()>& meanwhile = {});

  const TraceFacts& facts_;
  const Trace& trace_;
  const Registry& registry_;
  const RunOptions& options_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  // Where threads could have met otherwise: with what unseen code orders, and only without that.
  // None if not worth finding, or not asked for yet.
  std::optional<MeetingCells> meetings_, unseen_meetings_;
  bool has_looked_for_meetings_ = false;
  Prover prover_;  // of what scans put forward; its checker serves all
};

}  // namespace foreweave
