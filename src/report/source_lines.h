// The lines of source files that a report shows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

// Gathers places, and reads each file once.
class SourceLines {
 public:
  // A file that is not where the program's debug information says is looked for below `roots`: by
  // its whole path, then without its first folders, one after the other.
  explicit SourceLines(std::vector<std::string> roots) : roots_(std::move(roots)) {}

  void add(const SourcePlace& place) {
    if (!place.file.empty() && place.line != 0) lines_[place.file].insert(place.line);
  }
  // The text of the line, or none if it cannot be found.
  const std::string* line(const SourcePlace& place);
  // With some lines around each place. By file; those that are nowhere to be found, too.
  std::vector<ReportedSource> read();

 private:
  using Lines = std::vector<std::string>;
  // All lines of the file; none if it was not found.
  const std::optional<Lines>& lines_of(const std::string& file);

  std::vector<std::string> roots_;
  std::map<std::string, std::optional<Lines>> files_;
  std::map<std::string, std::set<uint32_t>> lines_;
};

}  // namespace foreweave
