// The report as JSON before it is text, for formats that carry it along.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.h"

namespace foreweave {

// As docs/report.schema.json describes it, but without the witnesses: nobody could step through one
// without the trace, and the stories are there for that.
nlohmann::ordered_json json_tree(const Report& report);

}  // namespace foreweave
