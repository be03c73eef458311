// What recording a program cost, and the table that `foreweave-bench record` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/measure.h"

namespace foreweave {

// One program with one number of threads.
struct RecordFigures {
  std::string program;
  uint32_t threads = 0;
  std::vector<double> native, tsan, recorded;  // wall-clock seconds, one a repetition
  uint64_t events = 0;                         // of the last recording
  uint64_t trace_bytes = 0;                    // of the last recording
  uint64_t native_peak_bytes = 0, recorded_peak_bytes = 0;

  double native_seconds() const { return spread(native).median; }
  double tsan_slowdown() const { return spread(tsan).median / native_seconds(); }
  double record_slowdown() const { return spread(recorded).median / native_seconds(); }
  double ratio() const { return record_slowdown() / tsan_slowdown(); }
  double events_per_second() const { return static_cast<double>(events) / spread(recorded).median; }
  double bytes_per_event() const {
    return static_cast<double>(trace_bytes) / static_cast<double>(events);
  }
  double megabytes_above_native() const {
    return (static_cast<double>(recorded_peak_bytes) - static_cast<double>(native_peak_bytes)) /
           1e6;
  }
};

double geometric_mean(const std::vector<double>& values);  // of at least one, all above 0

// From the line that `foreweave record` writes when it is done; nothing if there is none, or if the
// trace lacks the end of the run.
std::optional<uint64_t> events_recorded(std::string_view complaints);

std::string record_table(const std::vector<RecordFigures>& all);

}  // namespace foreweave
