#include "events/fwt/block_writer.h"

#include <algorithm>
#include <utility>

#include "events/fwt/coding/hash.h"

namespace foreweave {

FwtBlockWriter::FwtBlockWriter(Sink sink, unsigned workers) : sink_(std::move(sink)) {
  put_fwt_head(fixed_);
  write(fixed_.written());
  for (unsigned i = 0; i < std::max(workers, 1u); ++i)
    workers_.push_back(std::make_unique<Worker>());
  for (unsigned i = 0; i < workers; ++i) threads_.emplace_back([this, i] { work(*workers_[i]); });
}

FwtBlockWriter::~FwtBlockWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

ByteWriter FwtBlockWriter::make_payload() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return {};
  ByteWriter payload = std::move(spare_.back());
  spare_.pop_back();
  payload.clear();
  return payload;
}

void FwtBlockWriter::add_phrase(const Phrase& phrase, const PhraseLayout& layout) {
  const std::lock_guard lock(mutex_);
  phrases_.emplace_back(phrase, layout);
}

std::unique_ptr<FwtPhraseSlice> FwtBlockWriter::make_slice() {
  const std::lock_guard lock(mutex_);
  if (spare_slices_.empty()) return std::make_unique<FwtPhraseSlice>();
  std::unique_ptr<FwtPhraseSlice> slice = std::move(spare_slices_.back());
  spare_slices_.pop_back();
  slice->clear();
  return slice;
}

void FwtBlockWriter::add(FwtBlockType type, ByteWriter payload, uint32_t event_count) {
  enqueue({type, event_count, 0, std::move(payload), nullptr});
}

void FwtBlockWriter::add(std::unique_ptr<FwtPhraseSlice> slice) {
  const uint32_t event_count = slice->event_count();
  enqueue({FwtBlockType::phrases, event_count, 0, make_payload(), std::move(slice)});
}

void FwtBlockWriter::enqueue(Block block) {
  std::unique_lock lock(mutex_);
  // Enough for nobody to wait for every block of another.
  const size_t most_waiting = workers_.size();
  changed_.wait(lock, [&] { return waiting_.size() < most_waiting; });
  block.number = added_++;
  if (threads_.empty()) return process(block, *workers_[0], lock);
  waiting_.push_back(std::move(block));
  changed_.notify_all();
}

void FwtBlockWriter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return written_ == added_; });
}

void FwtBlockWriter::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !waiting_.empty() || ending_; });
    if (waiting_.empty()) return;
    Block block = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    process(block, worker, lock);
  }
}

// Holds the lock except while it works.
void FwtBlockWriter::process(Block& block, Worker& worker, std::unique_lock<std::mutex>& lock) {
  if (block.slice) teach(worker);
  lock.unlock();
  const auto raw = block.slice ? worker.encoder.encode(*block.slice) : block.payload.written();
  using Effort = FwtCompressor::Effort;
  const auto stored =
      worker.compressor.compress(raw, block.slice ? Effort::quick : Effort::thorough);
  lock.lock();
  changed_.wait(lock, [&] { return written_ == block.number; });
  lock.unlock();  // nobody else's turn comes before ours is over
  write_block(block.type, block.event_count, raw.size(), stored);
  lock.lock();
  ++written_;
  if (block.slice)
    spare_slices_.push_back(std::move(block.slice));
  else
    spare_.push_back(std::move(block.payload));
  changed_.notify_all();
}

void FwtBlockWriter::teach(Worker& worker) {
  for (size_t i = worker.encoder.phrase_count(); i < phrases_.size(); ++i)
    worker.encoder.add_phrase(phrases_[i].first, phrases_[i].second);
}

void FwtBlockWriter::finish() {
  wait();
  const FwtTrailer trailer{offset_, event_count_, block_count_};
  ByteWriter index;
  index.varint(indexed_blocks_);
  index.bytes(index_entries_.written());
  write_block(FwtBlockType::index, 0, index.size(),
              workers_[0]->compressor.compress(index.written()));
  fixed_.clear();
  put_fwt_trailer(fixed_, trailer);
  write(fixed_.written());
}

void FwtBlockWriter::write_block(FwtBlockType type, uint32_t event_count, size_t raw_bytes,
                                 std::span<const uint8_t> stored) {
  const uint64_t start = offset_;
  FwtBlockHeader header;
  header.type = type;
  header.sequence = block_count_;
  header.first_event = event_count_;
  header.event_count = event_count;
  header.raw_bytes = static_cast<uint32_t>(raw_bytes);
  header.stored_bytes = static_cast<uint32_t>(stored.size());
  header.payload_hash = fwt_hash(stored);
  fixed_.clear();
  put_fwt_header(fixed_, header);
  write(fixed_.written());
  write(stored);
  event_count_ += event_count;
  ++block_count_;
  add_to_index(type, event_count, offset_ - start);
}

void FwtBlockWriter::write(std::span<const uint8_t> bytes) {
  if (every_byte_written_ && !sink_(bytes)) every_byte_written_ = false;
  offset_ += bytes.size();
}

void FwtBlockWriter::add_to_index(FwtBlockType type, uint32_t event_count, uint64_t bytes) {
  constexpr size_t kMostBytesOfAnEntry = 16;
  if (index_entries_.size() + 2 * kMostBytesOfAnEntry > kFwtMaxRawBytes) return;
  index_entries_.varint(static_cast<uint64_t>(type));
  index_entries_.varint(bytes);
  index_entries_.varint(event_count);
  ++indexed_blocks_;
}

}  // namespace foreweave
