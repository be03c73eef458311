// What the user does not want to be told, in the syntax of ThreadSanitizer's suppression files: one
// rule a line, a kind and a pattern, as in
//
//   # third party
//   race:^log_line$
//   deadlock:pool.cc
//
// A pattern is looked for in the functions and files of a finding's stacks, in "file:line" of its
// places and in the names of the memory it is about; * stands for anything, ^ and $ for the start
// and the end. The kinds are ours (race, deadlock, atomicity, uaf, double-free, null, order) and
// race_top, which looks at the innermost function only. Kinds of ThreadSanitizer that have no
// counterpart here (thread, mutex, signal, called_from_lib) are read and never used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace foreweave {

struct Suppression {
  std::string rule;      // as in the file
  std::string kind;      // "race"
  std::string pattern;   // "^log_line$"
  bool foreign = false;  // of ThreadSanitizer alone
};

// `file` is for messages.
Result<std::vector<Suppression>> parse_suppressions(std::string_view text, const std::string& file);

// Whether `pattern` is found in `text`.
bool matches_pattern(std::string_view pattern, std::string_view text);

bool suppresses(const Suppression& rule, const ReportedFinding& finding);

// Leaves out what a rule suppresses (the first that does), and counts it in the report.
void suppress(Report& report, const std::vector<Suppression>& rules);

// A file of rules that suppress every finding of the report, each with a comment that says which.
std::string suppressions_for(const Report& report);

}  // namespace foreweave
