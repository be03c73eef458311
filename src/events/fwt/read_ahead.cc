#include "events/fwt/read_ahead.h"

#include <pthread.h>

#include <array>
#include <condition_variable>
#include <mutex>

#include "base/check.h"
#include "events/fwt/blocks/block_decoder.h"
#include "events/fwt/coding/zstd.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/fwt/tables.h"

namespace foreweave {

namespace {
// A piece is what one thread does in about a tenth of a millisecond: waking the other one costs
// less than a hundredth of that.
constexpr size_t kPieceBatches = 64;
constexpr size_t kPieces = 6;
}  // namespace

// Pieces that one thread fills and another one takes, in turn.
class FwtReadAhead::Ring {
 public:
  // To fill: null if nobody will take it.
  Piece* to_fill() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return filled_ - taken_ < kPieces || given_up_; });
    return given_up_ ? nullptr : &pieces_[filled_ % kPieces];
  }
  void fill() {
    change([&] { ++filled_; });
  }
  void end() {
    change([&] { ended_ = true; });
  }

  // The next one; what was taken before can be filled again.
  const Piece* take() {
    if (holds_one_) change([&] { ++taken_; });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return filled_ > taken_ || ended_; });
    holds_one_ = filled_ > taken_;
    return holds_one_ ? &pieces_[taken_ % kPieces] : nullptr;
  }
  void give_up() {
    change([&] { given_up_ = true; });
  }

 private:
  template <class Change>
  void change(Change apply) {
    {
      const std::lock_guard lock(mutex_);
      apply();
    }
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t filled_ = 0, taken_ = 0;
  bool ended_ = false, given_up_ = false;
  bool holds_one_ = false;  // of who takes
  std::array<Piece, kPieces> pieces_;
};

// The thread that fills. Of the tables it only knows what decoding needs; who takes the pieces
// reads the same payloads whole.
class FwtReadAhead::Producer {
 public:
  Producer(Ring& ring, std::span<const uint8_t> file) : ring_(ring), file_(file) {}

  bool start() { return pthread_create(&thread_, nullptr, &Producer::run, this) == 0; }
  void join() {
    const int error = pthread_join(thread_, nullptr);
    CHECK(error == 0, "the thread that reads ahead cannot be joined");
  }

 private:
  static void* run(void* self) {
    Producer& producer = *static_cast<Producer*>(self);
    while (producer.block()) {
    }
    producer.ring_.end();
    return nullptr;
  }

  bool block() {
    const auto header = fwt_header_at(file_, offset_);
    if (!header || header->sequence != sequence_ || header->first_event != event_count_ ||
        header->type == FwtBlockType::index)
      return false;
    const auto stored = fwt_payload_at(file_, offset_, *header);
    if (!stored || !decompressor_.decompress(*stored, header->raw_bytes, payload_)) return false;
    if (!hand_out(*header)) return false;
    offset_ += kFwtHeaderBytes + header->stored_bytes;
    event_count_ += header->event_count;
    ++sequence_;
    return true;
  }

  // False if it makes no sense, or nobody wants it.
  bool hand_out(const FwtBlockHeader& header) {
    const uint32_t count = header.event_count;
    switch (header.type) {
      case FwtBlockType::tables:
        return tables_.skim(payload_.bytes(), phrases_) && hand_out_tables(header);
      case FwtBlockType::phrases:
        return phrases_.start(payload_, count, tables_.thread_count()) &&
               hand_out_events(header, phrases_);
      default:
        return events_.start(payload_, count, tables_.thread_count(), tables_.site_count()) &&
               hand_out_events(header, events_);
    }
  }

  bool hand_out_tables(const FwtBlockHeader& header) {
    Piece* const piece = next_piece(header, true);
    if (!piece) return false;
    const auto bytes = payload_.bytes();
    piece->payload.assign(bytes.begin(), bytes.end());
    ring_.fill();
    return true;
  }

  template <class Decoder>
  bool hand_out_events(const FwtBlockHeader& header, Decoder& decoder) {
    for (uint32_t left = header.event_count; left > 0;) {
      Piece* const piece = next_piece(header, left == header.event_count);
      if (!piece) return false;
      piece->batches.resize(kPieceBatches);
      while (left > 0 && piece->batch_count < kPieceBatches) {
        EventBatch& batch = piece->batches[piece->batch_count++];
        decoder.next(batch);
        left -= static_cast<uint32_t>(batch.count);
      }
      ring_.fill();
    }
    return true;
  }

  Piece* next_piece(const FwtBlockHeader& header, bool starts_block) {
    Piece* const piece = ring_.to_fill();
    if (!piece) return nullptr;
    piece->starts_block = starts_block;
    piece->header = header;
    piece->offset = offset_;
    piece->payload.clear();
    piece->batch_count = 0;
    return piece;
  }

  Ring& ring_;
  std::span<const uint8_t> file_;
  pthread_t thread_{};
  uint64_t offset_ = kFwtHeadBytes, event_count_ = 0;
  uint32_t sequence_ = 0;
  FwtTableReader tables_;
  FwtDecompressor decompressor_;
  FwtBlockDecoder events_;
  FwtPhraseDecoder phrases_;
  FwtPayload payload_;
};

FwtReadAhead::FwtReadAhead() : ring_(std::make_unique<Ring>()) {}

std::unique_ptr<FwtReadAhead> FwtReadAhead::start(std::span<const uint8_t> file) {
  std::unique_ptr<FwtReadAhead> ahead(new FwtReadAhead());
  auto producer = std::make_unique<Producer>(*ahead->ring_, file);
  if (!producer->start()) return nullptr;
  ahead->producer_ = std::move(producer);
  return ahead;
}

FwtReadAhead::~FwtReadAhead() {
  if (!producer_) return;
  ring_->give_up();
  producer_->join();
}

const FwtReadAhead::Piece* FwtReadAhead::next() { return ring_->take(); }

}  // namespace foreweave
