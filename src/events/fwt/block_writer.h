// The blocks of a .fwt file, compressed and written one after the other, and the index behind them.
// With `workers`, that happens in threads of its own while the caller goes on: each takes a block,
// and writes it when its turn has come.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/bytes/byte_writer.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/zstd.h"
#include "events/fwt/phrases/phrase_encoder.h"

namespace foreweave {

class FwtBlockWriter {
 public:
  using Sink = std::function<bool(std::span<const uint8_t>)>;

  // Writes the head.
  FwtBlockWriter(Sink sink, unsigned workers);
  ~FwtBlockWriter();  // what was added is written
  FwtBlockWriter(const FwtBlockWriter&) = delete;

  // An empty payload to fill and give to add().
  ByteWriter make_payload();
  void add(FwtBlockType type, ByteWriter payload, uint32_t event_count);
  // The phrases of a slice that follows are known.
  void add_phrase(const Phrase& phrase, const PhraseLayout& layout);
  std::unique_ptr<FwtPhraseSlice> make_slice();
  void add(std::unique_ptr<FwtPhraseSlice> slice);
  // Waits until everything added has been given to the sink.
  void wait();
  // Writes index and trailer; nothing may be added afterwards.
  void finish();

  // So far.
  bool every_byte_written() const { return every_byte_written_; }
  uint64_t bytes() const { return offset_; }

 private:
  struct Block {
    FwtBlockType type = FwtBlockType::tables;
    uint32_t event_count = 0;
    uint64_t number = 0;
    ByteWriter payload;
    std::unique_ptr<FwtPhraseSlice> slice;  // instead of a payload
  };
  // What a thread needs to make blocks.
  struct Worker {
    FwtCompressor compressor;
    FwtPhraseEncoder encoder;
  };

  void enqueue(Block block);
  void work(Worker& worker);
  void process(Block& block, Worker& worker, std::unique_lock<std::mutex>& lock);
  void teach(Worker& worker);
  void write_block(FwtBlockType type, uint32_t event_count, size_t raw_bytes,
                   std::span<const uint8_t> stored);
  void write(std::span<const uint8_t> bytes);
  void add_to_index(FwtBlockType type, uint32_t event_count, uint64_t bytes);

  // Of whoever's turn it is to write.
  Sink sink_;
  ByteWriter fixed_, index_entries_;
  uint32_t indexed_blocks_ = 0, block_count_ = 0;
  uint64_t event_count_ = 0;

  std::atomic<bool> every_byte_written_ = true;
  std::atomic<uint64_t> offset_ = 0;  // bytes given to the sink

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Block> waiting_;
  uint64_t added_ = 0, written_ = 0;  // blocks
  std::vector<ByteWriter> spare_;
  std::vector<std::unique_ptr<FwtPhraseSlice>> spare_slices_;
  std::vector<std::pair<Phrase, PhraseLayout>> phrases_;
  bool ending_ = false;

  std::vector<std::unique_ptr<Worker>> workers_;  // one if there are no threads
  std::vector<std::thread> threads_;
};

}  // namespace foreweave
