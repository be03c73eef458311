// The report for programs, as docs/report.schema.json describes it. The same report gives the same
// bytes, and what is read back is the same report.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/report.h"

namespace foreweave {

std::string json_report(const Report& report);

// `file` is for messages. Members that are not known are skipped; those that came later than
// version 1 may be missing.
Result<Report> read_json_report(std::string_view text, const std::string& file);

// As in JSON: "no-witness".
std::string_view name(UndecidedBug::Why why);

}  // namespace foreweave
