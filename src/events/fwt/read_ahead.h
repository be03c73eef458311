// Decompresses and decodes the blocks of a .fwt file on a thread of its own, while another one
// makes a trace of the events.
//
// Stops at the first block that is not in order, at the index and at the end: what is there is for
// the reader to say. Nothing of a block is handed out unless all of it makes sense.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "events/build/event_batch.h"
#include "events/fwt/coding/layout.h"

namespace foreweave {

class FwtReadAhead {
 public:
  // A block of tables, or some of the events of a block.
  struct Piece {
    bool starts_block = false;
    FwtBlockHeader header;
    uint64_t offset = 0;           // of the block
    std::vector<uint8_t> payload;  // of tables
    std::vector<EventBatch> batches;
    size_t batch_count = 0;  // of `batches`
  };

  // `file` stays as it is. Null if the system refuses a thread.
  static std::unique_ptr<FwtReadAhead> start(std::span<const uint8_t> file);
  ~FwtReadAhead();
  FwtReadAhead(const FwtReadAhead&) = delete;

  // In the order of the file, each until the next call; null where it stopped.
  const Piece* next();

 private:
  class Producer;
  class Ring;
  FwtReadAhead();

  std::unique_ptr<Ring> ring_;
  std::unique_ptr<Producer> producer_;
};

}  // namespace foreweave
