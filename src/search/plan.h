// Which engines are to look for which kinds of bugs: names on a command line become a plan, or one
// sentence that says why they do not fit together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/registry.h"

namespace foreweave {

struct PlanRequest {
  std::string engines = "auto";  // names with commas between; also all and auto
  std::optional<std::string> bugs =
      {};                  // kinds with commas between; without, all that the engines know
  bool has_order = false;  // the user gave an order to look for
};

struct PlannedEngine {
  // One of the two.
  const Engine* scanner = nullptr;
  const DecidingEngine* decider = nullptr;
  std::vector<BugKind> kinds = {};
  Model model = Model::same_write;  // under which it runs
  std::string note = {};            // for the report

  const EngineInfo& info() const { return scanner ? scanner->info() : decider->info; }
};

struct Plan {
  std::vector<PlannedEngine> engines;  // at least one, in the order in which they run
  std::vector<BugKind> kinds;          // at least one, in the order of BugKind

  // Somebody decides every possible race, so that what a scan leaves open need not be told.
  bool decides_races() const;
};

Result<Plan> make_plan(const PlanRequest& request, const Registry& registry);

// Where the trace lacks what an engine's model needs, the engine runs as one of the model that
// stands in for it does; and if that one runs anyway, only once.
void fit_to_trace(Plan& plan, const TraceFacts& facts, const Registry& registry);

}  // namespace foreweave
