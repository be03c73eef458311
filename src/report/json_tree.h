// The report as JSON before it is text, for formats that carry it along.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.h"

namespace foreweave {

// As docs/report.schema.json describes it, but without the segments of witnesses, which may be very
// many.
nlohmann::ordered_json json_tree(const Report& report);

}  // namespace foreweave
