// What calls told the program while it was recorded (capture/runtime/core/inputs.h), as an
// attachment of its trace: the time, random numbers, ids.
//
//   inputs = (thread call length bytes)*     in the order of the run; numbers are LEB128
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct RecordedInput {
  uint32_t thread = 0;  // as in the trace
  uint8_t call = 0;     // an FwInputCall
  std::string bytes;
};

inline constexpr std::string_view kInputsAttachment = "inputs";
// Of a program that is told more, the rest is not kept.
inline constexpr uint64_t kMostInputBytes = uint64_t{64} << 20;

std::string encode_inputs(const std::vector<RecordedInput>& inputs);
// Those of the trace's attachment; as many as can be read.
std::vector<RecordedInput> inputs_of(const Trace& trace);

}  // namespace foreweave
