#include "events/fwt/coding/runs.h"

namespace foreweave {

void put_fwt_runs(ByteWriter& out, const std::vector<FwtRun>& runs) {
  out.varint(runs.size());
  for (const FwtRun& run : runs) out.varint(run.thread);
  for (const FwtRun& run : runs) out.varint(run.count);
}

bool read_fwt_runs(ByteReader& in, uint32_t most, size_t thread_count, std::vector<FwtRun>& runs,
                   uint32_t& total) {
  const uint64_t run_count = in.varint();
  if (run_count > most) return false;
  runs.resize(run_count);
  for (FwtRun& run : runs) {
    const uint64_t thread = in.varint();
    if (thread >= thread_count) return false;
    run.thread = static_cast<uint32_t>(thread);
  }
  total = 0;
  for (FwtRun& run : runs) {
    const uint64_t count = in.varint();
    if (count == 0 || count > most - total) return false;
    run.count = static_cast<uint32_t>(count);
    total += run.count;
  }
  return !in.failed();
}

}  // namespace foreweave
