// Turns the payload of a block of events, after decompression, back into events. The bytes may be
// anything: what does not make sense is refused as a whole, before the first event is handed out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes/byte_reader.h"
#include "events/build/event_batch.h"
#include "events/fwt/blocks/predictor.h"
#include "events/fwt/coding/payload.h"

namespace foreweave {

class FwtBlockDecoder {
 public:
  // Looks at all of a block of `event_count` events (at most kFwtMaxBlockEvents): whether they are
  // of threads and sites below the given numbers, with kinds and flags that exist. The payload must
  // stay as it is while events are taken.
  bool start(const FwtPayload& payload, uint32_t event_count, size_t thread_count,
             size_t site_count);
  // The block's next events; none behind the last.
  void next(EventBatch& batch);

 private:
  struct Columns {
    const uint8_t* control = nullptr;
    const uint8_t* site = nullptr;
    const uint8_t* operand = nullptr;
    const uint8_t* value = nullptr;
  };

  bool find_columns(std::span<const uint8_t> columns, uint32_t event_count);
  bool sites_exist(const uint8_t* site_column, size_t count) const;
  bool read_new_shapes(std::span<const uint8_t> bytes);
  bool names_threads() const;
  bool threads_exist();
  void rewind();
  void decode_run(uint32_t thread, uint32_t count, EventBatch& batch);

  size_t thread_count_ = 0, site_count_ = 0;
  unsigned site_bytes_ = 1;
  FwtPredictor predictor_;
  std::vector<FwtRun> runs_;
  size_t run_ = 0;                   // the present one
  uint32_t done_ = 0;                // of its events
  std::vector<Columns> begin_, at_;  // by part
  uint64_t new_shape_count_ = 0;
  std::vector<EventShape> new_shapes_;
  const EventShape* next_shape_ = nullptr;
};

}  // namespace foreweave
