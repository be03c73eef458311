// Accidents that happen to files, from a seeded generator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/fwt/samples_for_tests.h"

namespace foreweave::damage {

using samples::Bytes;
using samples::Random;

// One or several of: bits flipped, bytes overwritten, removed or inserted, a range zeroed, the end
// cut off. `what` tells which, for messages. The result may be equal to the file by chance.
Bytes damage_bytes(const Bytes& file, Random& random, std::string& what);

// As above, or blocks of a .fwt file swapped, doubled or removed.
Bytes damage_fwt(const Bytes& file, Random& random, std::string& what);

// As above, or lines of a text swapped, doubled, removed or joined, and fields replaced by others
// that look like fields.
std::string damage_text(const std::string& text, Random& random, std::string& what);

}  // namespace foreweave::damage
