// Reads the claims and witnesses out of a JSON report, trusting nothing: the file may be damaged,
// of another version, about another trace, or made by somebody who wants a bug accepted that is
// none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/reordering.h"
#include "model/facts/trace_facts.h"

namespace foreweave {

// One finding as the file states it. Its events exist in the trace and its segments are of the
// threads they name; whether it is right is for check_witness to say.
struct ClaimedFinding {
  std::string id;
  Model model = Model::same_write;
  Claim claim;
  Reordering witness;
};

// `file` is the name for messages.
Result<std::vector<ClaimedFinding>> read_claimed_findings(std::string_view json,
                                                          const TraceFacts& facts,
                                                          const std::string& file);

}  // namespace foreweave
