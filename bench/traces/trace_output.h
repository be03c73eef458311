// A generated run as a file: .fwt, or STD text as RAPID reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bench/traces/generator_options.h"

namespace foreweave {

enum class TraceFormat : uint8_t { fwt, std_text };

std::optional<TraceFormat> trace_format_from_name(std::string_view name);  // "fwt", "std"

struct Written {
  uint64_t events = 0;
  uint64_t bytes = 0;
};

// Generates into `path`, in memory that does not grow with the number of events. Options must be
// ones that TraceGenerator::complaint has nothing to say about; an error says what went wrong with
// the file. STD cannot express mixed sizes and allocations: such options are an error.
Result<Written> generate_file(const GeneratorOptions& options, TraceFormat format,
                              const std::string& path);

}  // namespace foreweave
