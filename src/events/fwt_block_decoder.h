// Turns the payload of a block of events, after decompression, back into events. The bytes may be
// anything: what does not make sense is refused as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_reader.h"
#include "events/fwt_payload.h"
#include "events/fwt_predictor.h"

namespace foreweave {

class FwtBlockDecoder {
 public:
  // The block's `event_count` events (at most kFwtMaxBlockEvents), all of threads and sites below
  // the given numbers, with kinds and flags that exist; or nothing. They stay until the next call.
  std::optional<std::span<const RawEvent>> decode(const FwtPayload& payload, uint32_t event_count,
                                                  size_t thread_count, size_t site_count);

 private:
  struct Columns {
    const uint8_t* control = nullptr;
    const uint8_t* site = nullptr;
    const uint8_t* operand = nullptr;
    const uint8_t* value = nullptr;
  };

  bool find_columns(std::span<const uint8_t> columns, uint32_t event_count);
  bool sites_exist(const uint8_t* site_column, size_t count) const;
  bool decode_run(const FwtRun& run, RawEvent* out);
  bool read_new_shape(FwtSiteMemory& site);
  bool threads_exist(std::span<const RawEvent> events) const;

  size_t thread_count_ = 0, site_count_ = 0;
  unsigned site_bytes_ = 1;
  bool names_threads_ = false;  // the block has forks or joins
  FwtPredictor predictor_;
  std::vector<FwtRun> runs_;
  std::vector<Columns> at_;  // by part
  ByteReader new_shapes_{{}};
  std::vector<RawEvent> events_;
};

}  // namespace foreweave
