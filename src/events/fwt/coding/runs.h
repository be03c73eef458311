// Runs: pieces of the total order in which one thread acts, as blocks of events and of phrases
// store them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

struct FwtRun {
  uint32_t thread = 0;
  uint32_t count = 0;  // of events, or of phrases
};

void put_fwt_runs(ByteWriter& out, const std::vector<FwtRun>& runs);

// False if they make no sense: more than `most` in all, an empty one, a thread that does not exist.
// `total` is what they add up to.
bool read_fwt_runs(ByteReader& in, uint32_t most, size_t thread_count, std::vector<FwtRun>& runs,
                   uint32_t& total);

}  // namespace foreweave
