// Writes functions of a generated program, instruction by instruction. What a function does is up
// to those who derive from it: program.cc, program_sections.cc.
#pragma once

#include <cstdint>
#include <string>

#include "bench/traces/generator_options.h"
#include "bench/traces/program.h"
#include "bench/traces/random.h"

namespace foreweave {

class FunctionDrafter {
 protected:
  // Keeps references to both. Functions get the lines after those that the program has.
  FunctionDrafter(Program& program, const GeneratorOptions& options, uint64_t seed)
      : program_(program),
        options_(options),
        random_(seed),
        line_(program.sites.empty() ? 0 : program.sites.back().line) {}

  void begin_function(std::string name);
  uint32_t new_site();
  uint32_t site_of_new_function(std::string name);
  uint32_t here() const { return static_cast<uint32_t>(function_.code.size()); }

  Instruction& add(Op op, uint32_t base = 0);
  Function finish();

  Instruction& add_access(Place place, Kind kind, uint8_t size, uint32_t base);
  Kind some_kind(uint32_t write_percent) {
    return random_.below(100) < write_percent ? Kind::write : Kind::read;
  }
  uint8_t some_size() {  // as often as in compiled C++: words and ints, few flags and shorts
    const uint32_t dice = random_.below(100);
    return dice < 55 ? 8 : dice < 88 ? 4 : dice < 96 ? 1 : 2;
  }

  // The function works on `records` records at once, of a few or of all.
  void choose_domain(uint32_t records);
  uint8_t record_flags() const {
    return function_.domain > function_.records ? FW_FLAG_DECIDES : 0;
  }

  Program& program_;
  const GeneratorOptions& options_;
  Random random_;
  Function function_;
  uint32_t line_;
};

}  // namespace foreweave
