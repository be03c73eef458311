// What all commands that end in a report have in common: its format, where it goes, and what is
// left out of it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "output.h"
#include "report/formats/formats.h"
#include "report/make/suppressions.h"
#include "tool.h"

namespace foreweave {

struct ReportingOptions {
  std::string format = "text";
  std::string output;
  std::vector<std::string> suppressions;  // files
  std::string baseline;                   // a JSON report
  bool gen_suppressions = false;          // instead of the report
  int exit_code = 0;                      // if findings are left
};

void add_reporting_options(CLI::App& command, ReportingOptions& options);

// The last stage of a command. Made before any work is done, so that a mistyped name ends nothing
// but itself.
class Reporting {
 public:
  // Reads what the options name.
  static Result<Reporting> prepare(const ReportingOptions& options);

  // `input` is something the report must not replace; its name says what.
  Status protect(const std::string& input, const std::string& what) const;
  Status can_write() const { return output_.can_write(); }

  // Without what is to be left out. Warns of suppressions that were not used.
  Report filter(Report report) const;
  // Writes what filter() left, and gives the exit status.
  int write(const Report& filtered) const;
  int deliver(Report report) const {
    return write(made_until_exit<Report>(filter(std::move(report))));
  }

 private:
  explicit Reporting(const ReportingOptions& options)
      : options_(options), output_(options.output) {}

  ReportingOptions options_;
  Output output_;
  ReportFormat format_ = ReportFormat::text;
  std::vector<Suppression> suppressions_;
  std::optional<Report> baseline_;
};

// On standard error.
void warn_of_losses(const std::vector<ReportedLoss>& losses);

}  // namespace foreweave
