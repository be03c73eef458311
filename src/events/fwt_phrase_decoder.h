// Turns the payload of a block of phrases, after decompression, back into events. The bytes may be
// anything: what does not make sense is refused as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_reader.h"
#include "events/fwt_payload.h"
#include "events/fwt_phrase_book.h"
#include "events/fwt_runs.h"
#include "events/memory_image.h"
#include "events/trace_builder.h"

namespace foreweave {

class FwtPhraseDecoder {
 public:
  // Numbered from 0. Its sites exist.
  void add_phrase(const Phrase& phrase) { book_.add(phrase); }

  // The image of memory is zero from here on.
  void forget_memory() { image_.forget(); }

  // The block's `event_count` events (at most kFwtMaxPhraseBlockEvents), all of threads below the
  // given number; or nothing. They stay until the next call.
  std::optional<std::span<const RawEvent>> decode(const FwtPayload& payload, uint32_t event_count,
                                                  size_t thread_count);

 private:
  struct Column {
    const uint8_t* at = nullptr;
    const uint8_t* end = nullptr;
  };

  bool find_columns(ByteReader& in, uint32_t phrase_count);
  bool decode_run(const FwtRun& run, RawEvent*& out, const RawEvent* end);
  bool next_phrase(bool is_other);
  void fetch_numbers(FwtPhrasePlan& plan, unsigned control);

  FwtPhraseBook book_;
  MemoryImage image_;
  uint32_t last_ = 0;  // plan
  std::vector<FwtRun> runs_;
  Column control_, codes_, phrase_, moving_, seen_;
  uint64_t numbers_[kMaxPhraseBlanks + 1] = {};  // the first stays zero
  bool names_threads_ = false;
  uint64_t sizes_ = 0;  // all bits of all sizes
  std::vector<RawEvent> events_;
};

}  // namespace foreweave
