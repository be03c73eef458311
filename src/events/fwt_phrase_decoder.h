// Turns the payload of a block of phrases, after decompression, back into events. The bytes may be
// anything: what does not make sense is refused as a whole, before the first event is handed out.
//
// First all numbers for blanks are found, which is what can go wrong. Then events are made of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_reader.h"
#include "events/event_batch.h"
#include "events/fwt_payload.h"
#include "events/fwt_phrase_book.h"
#include "events/fwt_runs.h"
#include "events/memory_image.h"
#include "events/trace_builder.h"

namespace foreweave {

class FwtPhraseDecoder {
 public:
  // Numbered from 0. Its sites exist.
  void add_phrase(Phrase phrase);

  // The image of memory is zero from here on.
  void forget_memory() { image_.forget(); }

  // Looks at all of a block of `event_count` events (at most kFwtMaxPhraseBlockEvents): whether
  // they are of threads below the given number.
  bool start(const FwtPayload& payload, uint32_t event_count, size_t thread_count);
  // The block's next events; none behind the last.
  void next(EventBatch& batch);

 private:
  struct Column {
    const uint8_t* at = nullptr;
    const uint8_t* end = nullptr;
  };
  // A phrase of the block, and where its numbers are.
  struct Use {
    uint32_t plan = 0;
    uint32_t first_number = 0;
    uint16_t thread = 0;
  };

  bool find_columns(ByteReader& in, uint32_t phrase_count);
  bool find_uses(const FwtRun& run, uint32_t& event_count, size_t thread_count);
  bool next_phrase(bool is_other);
  uint64_t* fetch_numbers(FwtPhrasePlan& plan, unsigned control);
  bool makes_sense(const FwtPhrasePlan& plan, const uint64_t* numbers, size_t thread_count) const;

  // An event as it is made of numbers.
  struct Event {
    EventShape shape;
    uint32_t site;
    uint8_t size, operand, value;  // blanks
    uint64_t operand_plus, value_plus;
  };

  FwtPhraseBook book_;
  std::vector<Event> phrase_events_;  // of all phrases, as the book has them
  MemoryImage image_;
  uint32_t last_ = 0;  // plan
  std::vector<FwtRun> runs_;
  Column control_, codes_, phrase_, moving_, seen_;
  std::vector<Use> uses_;
  std::vector<uint64_t> numbers_;  // of all uses: zero, and then those for its blanks
  size_t number_count_ = 0;
  size_t use_ = 0;      // whose events are next
  uint32_t event_ = 0;  // of its events
};

}  // namespace foreweave
