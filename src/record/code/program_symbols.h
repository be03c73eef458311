// The names of a program's global variables, from its file.
#pragma once

#include <cstdint>
#include <span>

#include "events/fwt/format.h"

namespace foreweave {

// Adds those of `file`, an ELF executable that was loaded at `base` (where its first byte is).
// Nothing if the file is something else, or has been stripped.
void add_program_symbols(std::span<const uint8_t> file, uint64_t base, FwtWriter& writer);

}  // namespace foreweave
