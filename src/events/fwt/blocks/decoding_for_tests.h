// All events of a block, for tests of what decodes it.
#pragma once

#include <vector>

#include "events/build/trace_builder.h"

namespace foreweave {

// From a decoder that has started.
template <class Decoder>
std::vector<RawEvent> take_all(Decoder& decoder) {
  std::vector<RawEvent> all;
  EventBatch batch;
  for (decoder.next(batch); batch.count > 0; decoder.next(batch))
    for (size_t i = 0; i < batch.count; ++i)
      all.push_back({batch.thread[i], batch.shape[i].kind, batch.shape[i].flags, batch.site[i],
                     batch.shape[i].size, batch.operand[i], batch.value[i]});
  return all;
}

}  // namespace foreweave
