// What replaying a program cost, and the table that `foreweave-bench replay` prints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/measure/measure.h"

namespace foreweave {

struct ReplayFigures {
  std::string program;
  // Seconds by the wall clock, one a repetition.
  std::vector<double> record, replay;
  // Of these, processor time of the program and of the recorder.
  std::vector<double> record_program, record_recorder, replay_program, replay_recorder;
  uint64_t events = 0, segments = 0;
  uint64_t trace_bytes = 0, schedule_bytes = 0;

  double ratio() const { return spread(replay).median / spread(record).median; }
  double processor_ratio() const {
    return (spread(replay_program).median + spread(replay_recorder).median) /
           (spread(record_program).median + spread(record_recorder).median);
  }
  double percent() const {
    return 100 * static_cast<double>(schedule_bytes) / static_cast<double>(trace_bytes);
  }
};

std::string replay_table(const std::vector<ReplayFigures>& all);

}  // namespace foreweave
