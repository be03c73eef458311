// Turns a slice of the total order into the payload of a block of events, before compression.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes/byte_writer.h"
#include "events/fwt/blocks/predictor.h"

namespace foreweave {

class FwtBlockEncoder {
 public:
  // Appends the payload to `out`. `events` are 1 to kFwtMaxBlockEvents, of threads below
  // `thread_count` and sites below `site_count`.
  void encode(std::span<const RawEvent> events, size_t thread_count, size_t site_count,
              ByteWriter& out);

 private:
  // A part's columns while they grow; their room is what they could need at most.
  struct Columns {
    uint8_t* control = nullptr;
    uint8_t* site = nullptr;
    uint8_t* operand = nullptr;
    uint8_t* value = nullptr;
  };

  void find_runs(std::span<const RawEvent> events);
  void lay_out_columns(size_t event_count);
  void encode_run(std::span<const RawEvent> events);
  void write_payload(ByteWriter& out) const;

  FwtPredictor predictor_;
  std::vector<FwtRun> runs_;
  unsigned site_bytes_ = 1;
  std::vector<uint8_t> room_;
  std::vector<Columns> begin_, at_;  // by part
  ByteWriter new_shapes_;
};

}  // namespace foreweave
