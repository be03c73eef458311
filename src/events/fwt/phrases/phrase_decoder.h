// Turns the payload of a block of phrases, after decompression, back into events. The bytes may be
// anything: what does not make sense is refused as a whole, before the first event is handed out.
//
// First all numbers for blanks are found, which is what can go wrong. Then events are made of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes/byte_reader.h"
#include "events/build/event_batch.h"
#include "events/build/trace_builder.h"
#include "events/fwt/coding/payload.h"
#include "events/fwt/coding/runs.h"
#include "events/fwt/phrases/memory_image.h"
#include "events/fwt/phrases/phrase_book.h"

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
  // A phrase, and which of its values are there.
  struct Form {
    const FwtPhrasePlan* plan = nullptr;
    uint32_t first_value = 0;  // in value_columns_
    uint32_t columns = 0;      // of a row
    uint32_t uses = 0;
    const uint64_t* row = nullptr;  // of the next use
  };
  // A phrase of the block, and where its numbers are.
  struct Use {
    const FwtPhrasePlan* plan = nullptr;
    uint32_t first_number = 0;
    uint32_t thread = 0;
  };

  bool read_forms(ByteReader& in);
  bool read_sequence(ByteReader& in, uint32_t use_count);
  bool make_room_for_rows(uint32_t event_count);
  bool read_rows(ByteReader& in);
  bool read_column(ByteReader& in, const Form& form, uint32_t column, uint64_t* rows);
  bool read_planes(ByteReader& in, uint32_t count);
  bool find_uses(const FwtRun& run, const uint16_t*& use, size_t thread_count);
  uint64_t* fetch_numbers(const Form& form);
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
  std::vector<FwtRun> runs_;
  std::vector<Form> forms_;
  std::vector<uint8_t> value_columns_;  // for each value of a form; column 0 is always zero
  std::vector<uint16_t> sequence_;
  std::vector<uint64_t> rows_, column_;
  std::vector<uint8_t> planes_;
  std::vector<Use> uses_;
  std::vector<uint64_t> numbers_;  // of all uses: zero, and then those for its blanks
  size_t number_count_ = 0;
  size_t use_ = 0;      // whose events are next
  uint32_t event_ = 0;  // of its events
};

}  // namespace foreweave
