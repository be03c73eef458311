// The lines of source files that a report shows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/recorded_run/source_hashes.h"
#include "report/report.h"

namespace foreweave {

// The name of what is accessed where the line has column `column` (counted from 1): compilers point
// at a variable or member, or at the operator that changes it. "count", "slots[...]"; empty if
// something else stands there.
std::string name_in_source(std::string_view line, uint32_t column);

// The name of the object whose member is called there: "samples" for samples.push_back(v).
std::string receiver_in_source(std::string_view line, uint32_t column);

// The name of the lock that is taken by the call there: "mutex_" for both of lock(mutex_) and
// pthread_mutex_lock(&mutex_); empty if the line does not look like that.
std::string lock_name_in_source(std::string_view line, uint32_t column);

// Which files may be shown. A trace can name any file of this machine, and reports are passed
// around: so a file is shown if it is what the compiler saw, or if the user said so.
struct SourceRules {
  // Folders to look in for files that are not where they were compiled: by their whole path, then
  // without their first folders, one after the other. Files below them may be shown also if it is
  // not known what the compiler saw.
  std::vector<std::string> roots = {};
  SourceHashes hashes = {};
  bool trusts_paths = false;  // of files of which it is not known
};

// Those that the trace knows, by the names that places give to files.
SourceHashes hashes_of_places(const Trace& trace);

// Why a file that is there is not shown, a sentence without its full stop; empty for others.
std::string why_not_shown(const ReportedSource& source);

// Gathers places, and reads each file once.
class SourceLines {
 public:
  explicit SourceLines(SourceRules rules) : rules_(std::move(rules)) {}

  void add(const SourcePlace& place) {
    if (!place.file.empty() && place.line != 0) lines_[place.file].insert(place.line);
  }
  // The text of the line, or none if it cannot be found.
  const std::string* line(const SourcePlace& place);
  // With some lines around each place. By file; those that are nowhere to be found, too.
  std::vector<ReportedSource> read();

 private:
  using Lines = std::vector<std::string>;
  struct File {
    std::optional<Lines> lines;                  // all of them
    SourceState state = SourceState::not_found;  // if there are none, why
  };
  const File& file_of(const std::string& file);
  File read_file_of(const std::string& file) const;

  SourceRules rules_;
  std::map<std::string, File> files_;
  std::map<std::string, std::set<uint32_t>> lines_;
};

}  // namespace foreweave
