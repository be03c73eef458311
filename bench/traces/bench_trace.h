// A generated trace as benchmarks pass it around.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "bench/traces/generator_options.h"

namespace foreweave {

// 10 M, 50 k.
inline std::string count_name(uint64_t n) {
  if (n >= 1'000'000) return fmt::format("{:g} M", static_cast<double>(n) / 1e6);
  return n >= 1'000 ? fmt::format("{:g} k", static_cast<double>(n) / 1e3) : std::to_string(n);
}

// A generated file.
struct BenchTrace {
  std::string name;  // "10 M"
  std::string path;
  GeneratorOptions options;
  uint64_t events = 0;
  uint64_t bytes = 0;

  double bytes_per_event() const {
    return static_cast<double>(bytes) / static_cast<double>(events);
  }
};

}  // namespace foreweave
